CREATE TABLE `job_totals` (
	`state` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `reversals` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_finished` ON `jobs` (`finished_at`) WHERE "jobs"."finished_at" IS NOT NULL;
--> statement-breakpoint
-- Written by hand from here on: the totals so far, and the trigger that keeps them.
INSERT INTO `job_totals` (`state`, `total`) SELECT s.value, (SELECT count(*) FROM `jobs` WHERE `state` = s.value) FROM json_each('["done","dead"]') s;
--> statement-breakpoint
CREATE TRIGGER `jobs_totals` AFTER UPDATE OF `state` ON `jobs` WHEN new.state IN ('done', 'dead') AND old.state <> new.state BEGIN
  UPDATE `job_totals` SET total = total + 1 WHERE state = new.state;
END;
