/** Characters of questions and answers, in each half of what is kept: with what holds them some megabytes. */
const maxCharacters = 100_000;

/**
 * Answers, of which none is undefined, by a name of the question. When a half is full the other one is forgotten, but
 * for what was asked for meanwhile.
 */
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
