// What waits on the tablet: one IndexedDB table of entries, or nothing where a private window has none.

const TABLE = "entries";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Store {
  async open() {
    try {
      const opening = indexedDB.open("clubtarot-outbox", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE, { keyPath: "key" });
      this.database = await done(opening);
    } catch {
      this.database = null; // the entries live as long as the page
    }
    return this;
  }

  get lasting() {
    return Boolean(this.database);
  }

  table(mode) {
    return this.database?.transaction(TABLE, mode).objectStore(TABLE);
  }

  all() {
    return this.database ? done(this.table("readonly").getAll()) : Promise.resolve([]);
  }

  put(entry) {
    this.table("readwrite")?.put(entry);
  }

  // Resolves to whether they are gone for good: a page that is left before keeps them.
  remove(...entries) {
    const table = this.table("readwrite");
    for (const { key } of entries) table?.delete(key);
    return new Promise((resolve) => {
      if (!table) return resolve(true);
      table.transaction.oncomplete = () => resolve(true);
      table.transaction.onabort = () => resolve(false);
    });
  }
}
