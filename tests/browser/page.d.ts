// What the scripts find on a page, for the type checker (`make lint`): it knows every page of the
// world, and so of each element only what all elements have. Nothing here is sent to a browser.

/** An element of ours: an HTML element with whichever of these its own kind has. */
type PageElement =
    & HTMLElement
    & Partial<Pick<HTMLInputElement, "checked" | "disabled" | "labels" | "name" | "placeholder">>
    & Partial<Pick<HTMLInputElement, "value">>
    & Partial<Pick<HTMLFormElement, "method">>
    & { elements?: HTMLFormControlsCollection & Record<string, any> }
    & Partial<Pick<HTMLDialogElement, "open" | "showModal">>
    & Partial<Pick<HTMLAnchorElement, "href">>
    & Partial<Pick<HTMLTemplateElement, "content">>;

interface ParentNode {
    querySelector(selectors: string): PageElement | null;
    querySelectorAll(selectors: string): NodeListOf<PageElement>;
}

interface NonElementParentNode {
    getElementById(id: string): PageElement | null;
}

interface Document {
    getElementById(id: string): PageElement | null;
}

interface Element {
    closest(selectors: string): PageElement | null;
}

/** An event as it comes to an element of a page; htmx and the outbox add what it is about. */
type PageEvent<E> = E & { readonly target: PageElement; readonly detail: any };

interface HTMLElement {
    addEventListener<K extends keyof HTMLElementEventMap>(
        type: K,
        listener: (event: PageEvent<HTMLElementEventMap[K]>) => unknown,
    ): void;
    addEventListener(type: string, listener: (event: PageEvent<Event>) => unknown): void;
}

interface Document {
    addEventListener<K extends keyof DocumentEventMap>(
        type: K,
        listener: (event: PageEvent<DocumentEventMap[K]>) => unknown,
        options?: AddEventListenerOptions,
    ): void;
    addEventListener(type: string, listener: (event: PageEvent<Event>) => unknown): void;
}

interface EventTarget {
    addEventListener(type: string, listener: (event: PageEvent<Event>) => unknown): void;
}

declare const htmx: {
    process(element: Element): void;
    ajax(method: string, url: string, context: object): Promise<void>;
};

declare function addEventListener<K extends keyof WindowEventMap>(
    type: K,
    listener: (event: PageEvent<WindowEventMap[K]>) => unknown,
): void;

/** The worker of the recording screen (static/js/worker.js) runs outside of a page. */
interface WindowEventMap {
    install: Event;
    activate: Event & { waitUntil(done: Promise<unknown>): void };
    fetch: Event & { readonly request: Request; respondWith(answer: Promise<Response>): void };
}
declare const clients: { claim(): Promise<void> };
declare function skipWaiting(): Promise<void>;
