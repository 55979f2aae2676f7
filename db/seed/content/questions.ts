/** The questions of the founder interview. */

export const interviewQuestions: { id: string; question: string; help: string; required: boolean }[] = [
  {
    id: "first-user",
    question: "Who was your first user, and how did they find you?",
    help: "The first person you did not know already. Two or three sentences are enough.",
    required: true,
  },
  {
    id: "why-this",
    question: "Why did you build this and not something else?",
    help: "What happened before the first line of code.",
    required: true,
  },
  {
    id: "pricing-choice",
    question: "How did you arrive at your price?",
    help: "Including the prices you tried and dropped.",
    required: false,
  },
  {
    id: "hardest-part",
    question: "What was harder than you expected?",
    help: "A technical matter, a legal one, a person: whatever cost you the most time.",
    required: false,
  },
  {
    id: "daily-tools",
    question: "Which tools do you use every day?",
    help: "Software, paper, anything you would miss.",
    required: false,
  },
  {
    id: "biggest-mistake",
    question: "Which decision would you take back?",
    help: "Others read this to avoid making the same one.",
    required: false,
  },
  {
    id: "best-advice",
    question: "What advice would you give someone launching next week?",
    help: "One concrete thing they can do in the days they have left.",
    required: false,
  },
  {
    id: "next-year",
    question: "Where will the product be in a year?",
    help: "What you plan to build, and what you have decided not to build.",
    required: true,
  },
];
