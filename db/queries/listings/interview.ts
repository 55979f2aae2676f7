import { type Db, preparedSql, type Tx } from "../../store/store.ts";

export interface QuestionRow {
  id: string;
  question: string;
  help: string;
  required: boolean;
}

export const interviewQuestionsOf = preparedSql<QuestionRow, [siteId: number]>(
  "SELECT id, question, help, required FROM interview_questions WHERE site_id = ? ORDER BY position, id",
  { required: Boolean },
).all;

export const interviewOf = preparedSql<{ question: string; answer: string }, [siteId: number, founderId: number]>(`
  SELECT q.question, a.answer FROM interview_questions q
  JOIN interview_answers a ON a.founder_id = ?2 AND a.question_id = q.id
  WHERE q.site_id = ?1 ORDER BY q.position, q.id`).all;

// Answers given with sandbox keys are stored under names that no question can have, so they never appear in published
// interviews.
const sandboxMark = "sandbox:";

export interface AnswerRow {
  question_id: string;
  answer: string;
}

const ownAnswers = (isTest: boolean) =>
  preparedSql<AnswerRow, [number, number]>(`
    SELECT q.id AS question_id, a.answer FROM interview_questions q
    JOIN interview_answers a ON a.founder_id = ?2 AND a.question_id = ${isTest ? `'${sandboxMark}' || q.id` : "q.id"}
    WHERE q.site_id = ?1 ORDER BY q.position, q.id`);
const [answersOfFounder, answersOfSandbox] = [ownAnswers(false), ownAnswers(true)];

export const ownInterview = (db: Db, siteId: number, founderId: number, isTest: boolean): Promise<AnswerRow[]> =>
  (isTest ? answersOfSandbox : answersOfFounder).all(db, siteId, founderId);

const setAnswer = preparedSql<never, [founderId: number, name: string, answer: string, now: Date]>(`
  INSERT INTO interview_answers (founder_id, question_id, answer, updated_at) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT DO UPDATE SET answer = excluded.answer, updated_at = excluded.updated_at`);
const dropAnswer = preparedSql<never, [number, string]>(
  "DELETE FROM interview_answers WHERE founder_id = ? AND question_id = ?",
);

export async function saveAnswer(
  tx: Tx,
  { founderId, isTest }: { founderId: number; isTest: boolean },
  { question_id, answer }: AnswerRow,
  now: Date,
): Promise<void> {
  const name = isTest ? `${sandboxMark}${question_id}` : question_id;
  if (answer === "") await dropAnswer.run(tx, founderId, name);
  else await setAnswer.run(tx, founderId, name, answer, now);
}

export const answersOf = preparedSql<{ question_id: string; answer: string }, [founderId: number]>(
  "SELECT question_id, answer FROM interview_answers WHERE founder_id = ? ORDER BY question_id",
).all;
