/**
 * Upper limit for each half of the cache, in characters of keys and results. Together, both halves take a few
 * megabytes.
 */
const maxCharacters = 100_000;

/** When the recent half is full, it replaces the older half. Results not read since the last replacement are lost. */
export class ResultCache {
  #recent = new Map<string, unknown>();
  #older = new Map<string, unknown>();
  #characters = 0;

  get(question: string): unknown {
    const recent = this.#recent.get(question);
    if (recent !== undefined) return recent;
    const older = this.#older.get(question);
    if (older !== undefined) this.set(question, older);
    return older;
  }

  set(question: string, answer: unknown): void {
    this.#characters += question.length + JSON.stringify(answer).length;
    if (this.#characters > maxCharacters) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#characters = 0;
    }
    this.#recent.set(question, answer);
  }
}
