// What a part says while it runs: groups of rows, and notes. It is sent to the process that prints.
import { stats } from './measure.mjs';

export class Report {
  #part;
  #send;
  constructor(part, send) {
    this.#part = part;
    this.#send = send;
  }

  note(text) {
    this.#send({ note: text, part: this.#part });
  }

  /**
   * One comparison. `samples` by the name of the row; `against` names the rows that every row is set in relation to.
   * Rows are found again by `part/id/name`.
   */
  group({ id, title, unit, samples, failures = {}, against = [], digits = 2 }) {
    const rows = Object.entries(samples).map(([name, figures]) => ({ name, ...stats(figures) }));
    for (const row of rows) {
      row.ratios = {};
      for (const name of against) {
        const base = rows.find((other) => other.name === name);
        if (base !== undefined) row.ratios[name] = row.median / base.median;
      }
    }
    this.#send({ group: { part: this.#part, id, title, unit, digits, against, rows, failures } });
  }
}
