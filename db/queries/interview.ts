import { type Db, preparedSql } from "../store.ts";

export interface QuestionRow {
  id: string;
  question: string;
  help: string;
  required: boolean;
}

const questionsQuery = preparedSql<Omit<QuestionRow, "required"> & { required: number }, [number]>(
  "SELECT id, question, help, required FROM interview_questions WHERE site_id = ? ORDER BY position, id",
);

/** The site's founder interview, in the order it is asked. */
export async function interviewQuestionsOf(db: Db, siteId: number): Promise<QuestionRow[]> {
  return (await questionsQuery.all(db, siteId)).map((row) => ({ ...row, required: row.required === 1 }));
}

const answersQuery = preparedSql<{ question: string; answer: string }, [number, number]>(`
  SELECT q.question, a.answer FROM interview_questions q
  JOIN interview_answers a ON a.founder_id = ?2 AND a.question_id = q.id
  WHERE q.site_id = ?1 ORDER BY q.position, q.id`);

/** What a founder answered of the site's questions, in their order. */
export const interviewOf = (db: Db, siteId: number, founderId: number) => answersQuery.all(db, siteId, founderId);
