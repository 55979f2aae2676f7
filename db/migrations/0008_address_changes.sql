CREATE TABLE `__new_email_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`account_id` integer NOT NULL,
	`email` text NOT NULL,
	`new_email` text,
	`return_to` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "email_links_purpose" CHECK(purpose IN ('verify', 'sign_in', 'reset', 'approve', 'change', 'stop'))
);
--> statement-breakpoint
INSERT INTO `__new_email_links`("token_hash", "purpose", "account_id", "email", "new_email", "return_to", "created_at", "expires_at", "used_at") SELECT "token_hash", "purpose", "account_id", "email", NULL, "return_to", "created_at", "expires_at", "used_at" FROM `email_links`;--> statement-breakpoint
DROP TABLE `email_links`;--> statement-breakpoint
ALTER TABLE `__new_email_links` RENAME TO `email_links`;--> statement-breakpoint
CREATE INDEX `email_links_account` ON `email_links` (`account_id`);--> statement-breakpoint
CREATE INDEX `email_links_expiry` ON `email_links` (`expires_at`);