import { answerTasks } from "../../core/thread.ts";
import { tasks } from "./tasks.ts";

answerTasks(tasks);
