// The facts of a hand in the form of its result (games/recording/screen/result.py): tapped, typed, and read.

export const NUMBER = /^\d+(½|[.,]5)?$/;

export const inputsOf = (fact) => Array.from(fact.querySelectorAll("input"));
export const isOpen = (fact) =>
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

export const factsIn = (form) => Array.from(form.querySelectorAll("[data-fact]"));

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
