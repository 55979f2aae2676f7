ALTER TABLE `proposals` RENAME TO `approval_requests`;--> statement-breakpoint
ALTER TABLE `api_keys` RENAME COLUMN "mandate" TO "approval_policy";--> statement-breakpoint
ALTER TABLE `oauth_grants` RENAME COLUMN "mandate" TO "approval_policy";--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_approval_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`credential_kind` text NOT NULL,
	`credential_id` integer NOT NULL,
	`operation` text NOT NULL,
	`input` text NOT NULL,
	`input_hash` text NOT NULL,
	`reason` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`decision` text,
	`decided_at` text,
	`answer` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "approval_requests_decision" CHECK("__new_approval_requests"."decision" IS NULL OR decision IN ('approved', 'refused')),
	CONSTRAINT "approval_requests_decided" CHECK(("__new_approval_requests"."decision" IS NULL) = ("__new_approval_requests"."decided_at" IS NULL))
);
--> statement-breakpoint
INSERT INTO `__new_approval_requests`("id", "account_id", "site_id", "credential_kind", "credential_id", "operation", "input", "input_hash", "reason", "before", "after", "created_at", "expires_at", "decision", "decided_at", "answer") SELECT "id", "account_id", "site_id", "credential_kind", "credential_id", "operation", "input", "input_hash", "reason", "before", "after", "created_at", "expires_at", "decision", "decided_at", "answer" FROM `approval_requests`;--> statement-breakpoint
-- A number of a request that was deleted is not given again, as a link may still name it.
DELETE FROM sqlite_sequence WHERE name = '__new_approval_requests';--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_approval_requests', seq FROM sqlite_sequence WHERE name = 'approval_requests';--> statement-breakpoint
DROP TABLE `approval_requests`;--> statement-breakpoint
ALTER TABLE `__new_approval_requests` RENAME TO `approval_requests`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `approval_requests_account` ON `approval_requests` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `approval_requests_call` ON `approval_requests` (`credential_kind`,`credential_id`,`operation`,`input_hash`);--> statement-breakpoint
CREATE INDEX `approval_requests_age` ON `approval_requests` (`expires_at`);--> statement-breakpoint
UPDATE `changes` SET `action` = CASE `action` WHEN 'set_mandate' THEN 'set_approval_policy' WHEN 'propose_call' THEN 'request_approval' ELSE 'refuse_approval_request' END
	WHERE `action` IN ('set_mandate', 'propose_call', 'refuse_proposal');--> statement-breakpoint
UPDATE `change_subjects` SET `subject` = 'approval_request:' || substr(`subject`, 10) WHERE `subject` LIKE 'proposal:%';
