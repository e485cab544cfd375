// The facts of a hand as the form of the result has them (games/recording/screen/result.py); what is left open is left out.

/** @param {PageElement} field */
function inputs(field) {
  return Array.from(field.querySelectorAll("input"));
}

/** @param {PageElement} field */
function filled(field) {
  return inputs(field).filter(({ value }) => value !== "");
}

/** @param {PageElement} field */
function chosen(field) {
  return inputs(field).filter(({ checked }) => checked).map(({ value }) => value);
}

const READ = {
  choice: (field) => chosen(field)[0],
  cards: chosen,
  yes: (field) => chosen(field).length > 0,
  seat: (field) => {
    const [seat] = chosen(field);
    if (seat === undefined) return undefined;
    return seat === "" ? null : Number(seat);
  },
  number: (field) => filled(field).map(({ value }) => Number(value))[0],
  seats: (field) => {
    const numbers = inputs(field).map(({ value }) => Number(value));
    return filled(field).length ? numbers : undefined;
  },
  shown: (field) =>
    filled(field).map(({ dataset, value }) => ({
      seat: Number(dataset.seat),
      cards: Number(value),
    })),
};

/** @param {PageElement} form */
export function factsOf(form) {
  const fields = Array.from(form.querySelectorAll("[data-fact]"));
  const facts = fields.map((field) => [field.dataset.fact, READ[field.dataset.kind](field)]);
  return Object.fromEntries(facts.filter(([, value]) => value !== undefined));
}
