import { mountAwards } from "./awards.ts";
import { mountBlog } from "./blog.ts";
import { mountBlogPost } from "./blog-post.ts";
import { mountCategories } from "./categories.ts";
import { mountCategory } from "./category.ts";
import { mountFounder } from "./founder.ts";
import { mountFounders } from "./founders.ts";
import { mountLaunchWeek } from "./launch-week.ts";
import { mountLaunches } from "./launches.ts";
import { mountLeaderboard } from "./leaderboard.ts";
import { mountLeaderboards } from "./leaderboards.ts";
import { mountUpdates } from "./updates.ts";

/** The lists of the directory and the records in them, but for listings. */
export const listPages = [
  mountUpdates,
  mountCategories,
  mountCategory,
  mountLeaderboards,
  mountLeaderboard,
  mountLaunches,
  mountLaunchWeek,
  mountAwards,
  mountFounders,
  mountFounder,
  mountBlog,
  mountBlogPost,
];
