CREATE TABLE `__new_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`email_verified_at` text,
	`name` text DEFAULT '' NOT NULL,
	`password_hash` text,
	`role` text DEFAULT 'member' NOT NULL,
	`role_sites` text,
	`is_review` integer DEFAULT false NOT NULL,
	`founder_id` integer,
	`suspended_at` text,
	`digests_stopped_at` text,
	`week_results_stopped_at` text,
	`awards_stopped_at` text,
	`mail_refused_at` text,
	`mail_refusal` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`founder_id`) REFERENCES `founders`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "accounts_role" CHECK(role IN ('member', 'moderator', 'editor', 'admin')),
	CONSTRAINT "accounts_email" CHECK("__new_accounts"."email" = lower("__new_accounts"."email"))
);
--> statement-breakpoint
INSERT INTO `__new_accounts`("id", "email", "email_verified_at", "name", "password_hash", "role", "role_sites", "is_review", "founder_id", "suspended_at", "digests_stopped_at", "week_results_stopped_at", "awards_stopped_at", "mail_refused_at", "mail_refusal", "created_at", "updated_at") SELECT "id", "email", "email_verified_at", "name", "password_hash", CASE role WHEN 'team' THEN 'admin' ELSE role END, NULL, "is_review", "founder_id", "suspended_at", "digests_stopped_at", "week_results_stopped_at", "awards_stopped_at", "mail_refused_at", "mail_refusal", "created_at", "updated_at" FROM `accounts`;--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = '__new_accounts';--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_accounts', seq FROM sqlite_sequence WHERE name = 'accounts';--> statement-breakpoint
DROP TABLE `accounts`;--> statement-breakpoint
ALTER TABLE `__new_accounts` RENAME TO `accounts`;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_unique` ON `accounts` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_founder_id_unique` ON `accounts` (`founder_id`);