// The facts of a hand in the form of its result (games/recording/screen/result.py): tapped, typed, and read.

import { callOf, wordsOf } from "./typed.js";

const NUMBER = /^\d+(½|[.,]5)?$/;

const inputsOf = (fact) => Array.from(fact.querySelectorAll("input"));
const isOpen = (fact) =>
  !inputsOf(fact).some(({ checked, value, type }) => type === "text" ? value : checked);
const chosen = (fact) => inputsOf(fact).find(({ checked }) => checked)?.value;

function amountOf({ value }) {
  return NUMBER.test(value) ? Number(value.replace("½", ".5").replace(",", ".")) : undefined;
}

const READ = {
  choice: chosen,
  honours: (fact) => isOpen(fact) ? undefined : Number(chosen(fact)),
  yes: (fact) => !isOpen(fact),
  seat: (fact) => {
    const seat = chosen(fact);
    if (seat === undefined) return undefined;
    return seat === "" ? null : Number(seat);
  },
  number: (fact) => amountOf(inputsOf(fact)[0]),
  seats: (fact) => {
    const numbers = inputsOf(fact).map(amountOf);
    return numbers.includes(undefined) ? undefined : numbers;
  },
  shown: (fact) =>
    inputsOf(fact).filter(({ value }) => value).map((input) => ({
      seat: Number(input.dataset.seat),
      cards: amountOf(input),
    })),
};

const factsIn = (form) => Array.from(form.querySelectorAll("[data-fact]"));

/** What the form says, as a record has it; what is left open is left out. */
export function factsOf(form) {
  const read = factsIn(form).map((fact) => [fact.dataset.fact, READ[fact.dataset.kind](fact)]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** Whether nothing that a score needs is open. */
export function isComplete(form) {
  const stated = factsOf(form);
  return factsIn(form).every(({ dataset }) => !("needed" in dataset) || dataset.fact in stated);
}

/** The number that the pad writes: the one that was tapped last, else the first that is empty. */
function currentAmount(form) {
  const amounts = Array.from(form.querySelectorAll(".amount"));
  return amounts.find(({ dataset }) => "current" in dataset) ??
    amounts.find(({ value }) => !value) ?? amounts[0];
}

export function choose(form, amount) {
  for (const other of form.querySelectorAll(".amount")) delete other.dataset.current;
  amount.dataset.current = "";
}

/** A key of the number pad; "" takes the last digit back. */
export function pressDigit(form, digit) {
  const amount = currentAmount(form);
  choose(form, amount);
  const { value, dataset } = amount;
  const hasRoom = digit === "½" ? !value.includes("½") : value.length < dataset.most.length;
  if (!digit) amount.value = value.slice(0, -1);
  else if (hasRoom) amount.value = digit === "½" ? `${value || 0}½` : value + digit;
}

/** Fills in what was typed, "samir garde 2 45", and returns what of it cannot be read. */
export function typeFacts(form, line) {
  const words = wordsOf(line);
  let within = null;
  while (words.length) {
    const count = typeName(form, within, words) || typeNumber(form, within, words[0]);
    if (count) {
      words.splice(0, Number(count));
      within = null;
    } else {
      within = factNamed(form, words[0]);
      if (!within) break;
      words.shift();
      if (within.dataset.kind === "yes") inputsOf(within)[0].checked = true;
    }
  }
  return words.join(" ");
}

// The answer that one or two words name: how many words it took, 0 where they name none.
function typeName(form, within, words) {
  const facts = within
    ? [within]
    : factsIn(form).filter((fact) => "needed" in fact.dataset && isOpen(fact));
  for (const fact of facts.filter(({ dataset }) => ["seat", "choice"].includes(dataset.kind))) {
    const answers = inputsOf(fact).map((input) => ({
      key: input.value,
      name: input.labels[0].textContent.trim().toLowerCase(),
      input,
    }));
    for (const count of [2, 1]) {
      const key = words.length >= count && callOf(words.slice(0, count).join(" "), answers);
      const answer = key !== "" && answers.find((one) => one.key === key);
      if (answer) {
        answer.input.checked = true;
        return count;
      }
    }
  }
  return 0;
}

// A number: of honours where there may be so many and none is stated, else the first amount that is empty.
function typeNumber(form, within, word) {
  if (!NUMBER.test(word)) return false;
  const facts = within ? [within] : factsIn(form).filter((fact) => "needed" in fact.dataset);
  const honours = facts.filter((fact) => fact.dataset.kind === "honours" && isOpen(fact));
  const key = honours.flatMap(inputsOf).find(({ value }) => value === word);
  if (key) return (key.checked = true);
  const amounts = facts.flatMap((fact) => Array.from(fact.querySelectorAll(".amount")));
  const amount = amounts.find(({ value }) => !value);
  if (!amount) return false;
  amount.value = word;
  return true;
}

function factNamed(form, word) {
  const begins = (fact) =>
    fact.querySelector("legend").textContent.trim().toLowerCase().startsWith(word.toLowerCase());
  return factsIn(form).find((fact) => !("needed" in fact.dataset) && begins(fact)) ?? null;
}
