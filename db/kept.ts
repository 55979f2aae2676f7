/** Characters of questions and answers; with what holds them some megabytes. */
const mostCharacters = 2_000_000;

/** Answers by a name of the question. When there are too many all are forgotten: those that are asked for come again. */
export class Kept {
  readonly #answers = new Map<string, { answer: unknown }>();
  #characters = 0;

  get(question: string): { answer: unknown } | undefined {
    return this.#answers.get(question);
  }

  set(question: string, answer: unknown): void {
    const characters = question.length + (JSON.stringify(answer) ?? "").length;
    if (this.#characters + characters > mostCharacters) {
      this.#answers.clear();
      this.#characters = 0;
    }
    this.#answers.set(question, { answer });
    this.#characters += characters;
  }
}
