// A result in one line, "odile garde 2 51 handful jean 10": what is understood of it, before it is filled in. Whatever may be
// two things is not understood: whose score it is the scorer says.

import { factsIn, inputsOf, isOpen, NUMBER } from "./facts.js";
import { callOf, folded } from "./typed.js";

const BETWEEN = /[\s;]+|,(?!5(?!\d))/; // "45,5" is a number
const IN_NAMES = /[\s'’.-]+/;
const MOST_WORDS = 3;
const LEAST_OF_A_NAME = 3; // letters of a fact, "45 poi"

const begins = (part, word) => part.startsWith(folded(word));
const labelOf = (input) => input.labels[0].textContent.trim();
const answerOf = (fact, answer) => inputsOf(fact).find(({ value }) => value === answer);
const isNumber = (word) => word !== undefined && NUMBER.test(word);

export class ResultLine {
  constructor(form, line, sides = {}) {
    this.facts = factsIn(form);
    this.sides = sides; // of the table, by seat
    this.words = line.trim().split(BETWEEN).filter(Boolean);
    this.values = new Map(); // what is understood, by field
    this.understood = []; // the same in words
    this.word = ""; // one that may be two things,
    this.which = []; // and these
    while (this.words.length && this.take(this.next())) this.which = [];
  }

  // What of it is not understood.
  get left() {
    return this.words.join(" ");
  }

  fillIn() {
    for (const [input, value] of this.values) {
      if (value === true) input.checked = true;
      else input.value = value;
    }
  }

  take(read) {
    if (!read) return false;
    this.words.splice(0, read.count);
    for (const [input, value] of read.values) this.values.set(input, value);
    this.understood.push(read.said);
    return true;
  }

  doubt(word, which) {
    this.word = word;
    this.which = which;
  }

  isOpen(fact) {
    return isOpen(fact) && !inputsOf(fact).some((input) => this.values.has(input));
  }

  next() {
    const needed = this.facts.filter(({ dataset }) => "needed" in dataset);
    const open = needed.filter((fact) => this.isOpen(fact));
    const named = this.named();
    if (named?.count > 1 && this.words[0].length >= LEAST_OF_A_NAME) return named; // "petit defence" is no petite
    const { word, which } = this;
    this.doubt("", []);
    const read = this.answer(open, this.words);
    if (read || this.which.length) return read;
    const last = this.amount(needed, this.words) ?? named;
    if (!last) this.doubt(word, which);
    return last;
  }

  // ---- Who and what --------------------------------------------------------------------------------------

  answer(facts, words) {
    for (const fact of facts) {
      const read = fact.dataset.kind === "seat"
        ? this.person(fact, words)
        : fact.dataset.kind === "choice" && this.choice(fact, words);
      if (read) return read;
      if (this.which.length) return undefined;
    }
    return undefined;
  }

  choice(fact, words) {
    const answers = inputsOf(fact).map((input) => ({
      key: input.value,
      name: labelOf(input),
      input,
    }));
    for (let count = Math.min(MOST_WORDS, words.length); count; count -= 1) {
      const key = callOf(words.slice(0, count).join(" "), answers);
      const answer = answers.find((one) => one.key === key && key !== "");
      if (answer) return { count, values: [[answer.input, true]], said: labelOf(answer.input) };
    }
    return undefined;
  }

  person(fact, words, isNamed = false) {
    const people = inputsOf(fact).map((input, at) => this.personOf(input, labelOf(input), at));
    const read = this.whoIn(people, words, isNamed);
    return read && { ...read, values: [[read.input, true]] };
  }

  personOf(input, said, at) {
    const name = folded(said);
    return {
      input,
      said,
      name,
      parts: name.split(IN_NAMES),
      number: String(at + 1),
      side: this.sides[at],
    };
  }

  // Of these people the one whom the first words name: by any words of a name, or their clear beginnings; by the number of
  // the seat, or its side of the table.
  whoIn(people, words, isNamed) {
    if (!words.length) return undefined;
    const typed = words.slice(0, MOST_WORDS).map(folded);
    for (let count = typed.length; count; count -= 1) {
      const whole = people.filter(({ name }) => name === typed.slice(0, count).join(" "));
      if (whole.length === 1) return { count, ...whole[0] };
    }
    let some = [];
    for (let count = 1; count <= typed.length; count += 1) {
      const fits = people.filter((one) => this.isNamed(one, typed.slice(0, count)));
      const exact = fits.filter(({ parts }) => parts.includes(typed[0]));
      const [only, another] = count === 1 && exact.length ? exact : fits;
      if (only && !another) return { ...only, count: count + this.more(only, words, count) };
      if (!only) break;
      if (count === 1) some = fits;
    }
    this.doubt(words[0], some.map(({ said }) => said));
    return some.length ? undefined : this.seated(people, words, isNamed);
  }

  // Whether each of the words begins another part of a name.
  isNamed({ parts }, typed) {
    const rest = [...parts];
    return typed.flatMap((word) => word.split(IN_NAMES)).every((word) => {
      const at = rest.findIndex((part) => word && begins(part, word));
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    });
  }

  // How many of the words behind a clear one belong to the same name, and are nothing else.
  more(person, words, count) {
    const choices = this.facts.filter((fact) =>
      fact.dataset.kind === "choice" && this.isOpen(fact)
    );
    let more = 0;
    while (words.length > count + more) {
      const next = words.slice(0, count + more + 1);
      if (!this.isNamed(person, next)) break;
      if (choices.some((fact) => this.choice(fact, next.slice(-1)))) break;
      more += 1;
    }
    return more;
  }

  // A number alone may be of honours or points: it is a seat where something else than a number follows it.
  seated(people, [word, next], isNamed) {
    const isSeat = isNamed || (next !== undefined && !isNumber(next));
    const person = people.find(({ number, side }) =>
      (isSeat && number === word) || (side && folded(side) === folded(word))
    );
    return person && { ...person, count: 1 };
  }

  // ---- How much ------------------------------------------------------------------------------------------

  // A number: of honours where that fits and none is stated, else the first amount that is empty; or with its
  // unit, "45 points". A word between two numbers names the second, unless the first is usual with it: "2 bouts 45".
  amount(facts, [word, unit = "", behind]) {
    if (!isNumber(word)) return undefined;
    const fits = [
      ...facts.filter((fact) => fact.dataset.kind === "honours" && this.isOpen(fact))
        .map((fact) => ({ fact, input: answerOf(fact, word), value: true })),
      ...facts.flatMap((fact) => this.emptyIn(fact).map((input) => ({ fact, input, value: word }))),
    ].filter(({ input }) => input);
    const isUnit = ({ fact }) =>
      unit.length >= LEAST_OF_A_NAME &&
      this.phrasesOf(fact).flat().some((part) => begins(part, unit));
    const usual = fits.slice(0, 1).find(isUnit);
    const named = usual ?? (isNumber(behind) ? undefined : fits.find(isUnit));
    const [{ fact, input, value }] = [named ?? fits[0] ?? {}];
    const said = fact && `${this.nameOf(fact)}: ${word}`;
    return fact && { count: named ? 2 : 1, values: [[input, value]], said };
  }

  emptyIn(fact) {
    const amounts = Array.from(fact.querySelectorAll(".amount"));
    return amounts.filter((input) => !input.value && !this.values.has(input));
  }

  // ---- What few hands have ---------------------------------------------------------------------------------

  // The name of a fact, and its value. Of several readings the one that takes most words.
  named() {
    const readings = this.facts.flatMap((fact) =>
      this.phrasesOf(fact).map((phrase) => ({ fact, ...this.phrase(fact, phrase) }))
    ).filter(({ count }) => count);
    const most = Math.max(0, ...readings.map(({ count }) => count));
    const best = readings.filter(({ count }) => count === most);
    const facts = [...new Set(best.map(({ fact }) => fact))];
    if (facts.length === 1) return best[0];
    if (facts.length) this.doubt(this.words[0], facts.map((fact) => this.nameOf(fact)));
    return undefined;
  }

  // By its label, or by its name in the record.
  phrasesOf(fact) {
    const names = [this.nameOf(fact), fact.dataset.fact.replaceAll("_", " ")];
    return names.map((name) => folded(name).split(/[\s,]+/));
  }

  nameOf(fact) {
    return fact.querySelector("legend").firstChild.textContent.trim();
  }

  phrase(fact, phrase) {
    const { words } = this;
    let length = 0;
    while (length < phrase.length && words[length] && begins(phrase[length], words[length])) {
      length += 1;
    }
    for (; length; length -= 1) {
      const read = this.saidOf(fact, words.slice(length), length === phrase.length);
      if (!read) continue;
      const said = [this.nameOf(fact), read.said].filter(Boolean).join(": ");
      return { ...read, count: length + read.count, said };
    }
    return undefined;
  }

  saidOf(fact, words, isWhole) {
    switch (fact.dataset.kind) {
      case "yes":
        return isWhole ? { count: 0, values: [[inputsOf(fact)[0], true]], said: "" } : undefined;
      case "seat":
        return this.person(fact, words, true);
      case "choice":
        return this.choice(fact, words);
      case "shown":
        return this.shown(fact, words);
      default:
        return this.numbers(fact, words);
    }
  }

  // How many cards somebody has shown, one after the other: "jean 10 odile 13".
  shown(fact, words) {
    const people = inputsOf(fact).map((input, at) => this.personOf(input, labelOf(input), at));
    const values = [];
    let count = 0;
    for (;;) {
      const who = this.whoIn(people, words.slice(count), true);
      const cards = who && words[count + who.count];
      if (!isNumber(cards)) break;
      values.push([who.input, cards]);
      count += who.count + 1;
    }
    const said = values.map(([input, cards]) => `${labelOf(input)} ${cards}`).join(", ");
    return values.length ? { count, values, said } : undefined;
  }

  // As many numbers as the fact has fields.
  numbers(fact, words) {
    const inputs = inputsOf(fact);
    if (fact.dataset.kind === "honours") {
      const input = answerOf(fact, words[0]);
      return input && { count: 1, values: [[input, true]], said: words[0] };
    }
    const numbers = words.slice(0, inputs.length);
    if (numbers.length < inputs.length || !numbers.every(isNumber)) return undefined;
    return {
      count: numbers.length,
      values: inputs.map((input, at) => [input, numbers[at]]),
      said: numbers.join(" "),
    };
  }
}
