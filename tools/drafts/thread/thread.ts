import { answerTasks } from "../../core/ports/thread.ts";
import { tasks } from "./tasks.ts";

answerTasks(tasks);
