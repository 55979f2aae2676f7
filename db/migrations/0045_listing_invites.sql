PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_draft_invites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`draft_id` integer,
	`listing_id` integer,
	`invited_by` integer NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`accepted_by` integer,
	`accepted_at` text,
	FOREIGN KEY (`draft_id`) REFERENCES `drafts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`invited_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`accepted_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "draft_invites_accepted" CHECK(("__new_draft_invites"."accepted_by" IS NULL) = ("__new_draft_invites"."accepted_at" IS NULL))
);
--> statement-breakpoint
INSERT INTO `__new_draft_invites`("id", "draft_id", "listing_id", "invited_by", "email", "token_hash", "created_at", "expires_at", "accepted_by", "accepted_at") SELECT i."id", i."draft_id", d."listing_id", d."account_id", i."email", i."token_hash", i."created_at", i."expires_at", i."accepted_by", i."accepted_at" FROM `draft_invites` i JOIN `drafts` d ON d."id" = i."draft_id";--> statement-breakpoint
-- The id of a deleted invitation is not used again, because owners and audit entries may still name it.
DELETE FROM sqlite_sequence WHERE name = '__new_draft_invites';--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_draft_invites', seq FROM sqlite_sequence WHERE name = 'draft_invites';--> statement-breakpoint
DROP TABLE `draft_invites`;--> statement-breakpoint
ALTER TABLE `__new_draft_invites` RENAME TO `draft_invites`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `draft_invites_token_hash_unique` ON `draft_invites` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `draft_invites_email` ON `draft_invites` (`draft_id`,`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `draft_invites_listing` ON `draft_invites` (`listing_id`,`invited_by`,`email`);--> statement-breakpoint
CREATE INDEX `draft_invites_invited_by` ON `draft_invites` (`invited_by`);--> statement-breakpoint
CREATE INDEX `draft_invites_accepted_by` ON `draft_invites` (`accepted_by`);
