CREATE TABLE `text_flags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`listing_id` integer,
	`post_id` integer,
	`kind` text NOT NULL,
	`field` text NOT NULL,
	`sentence` text NOT NULL,
	`found_at` text NOT NULL,
	`outcome` text,
	`reason` text,
	`decided_at` text,
	`decided_by` integer,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "text_flags_kind" CHECK(kind IN ('assistants', 'votes', 'names')),
	CONSTRAINT "text_flags_source" CHECK(("text_flags"."listing_id" IS NULL) <> ("text_flags"."post_id" IS NULL)),
	CONSTRAINT "text_flags_outcome" CHECK("text_flags"."outcome" IS NULL OR outcome IN ('decided', 'told', 'dismissed', 'gone')),
	CONSTRAINT "text_flags_decided" CHECK(("text_flags"."outcome" IS NULL) = ("text_flags"."decided_at" IS NULL))
);
--> statement-breakpoint
INSERT INTO `text_flags`("id", "site_id", "listing_id", "post_id", "kind", "field", "sentence", "found_at", "outcome", "reason", "decided_at", "decided_by") SELECT "id", "site_id", "listing_id", "post_id", "kind", "field", "sentence", "found_at", "outcome", "reason", "decided_at", "decided_by" FROM `text_marks`;--> statement-breakpoint
DROP TABLE `text_marks`;--> statement-breakpoint
CREATE INDEX `text_flags_listing` ON `text_flags` (`listing_id`);--> statement-breakpoint
CREATE INDEX `text_flags_post` ON `text_flags` (`post_id`);--> statement-breakpoint
CREATE INDEX `text_flags_open` ON `text_flags` (`site_id`,`id`) WHERE outcome IS NULL;--> statement-breakpoint
-- By hand: every action of the audit log is the name of an operation.
UPDATE `changes` SET action = n.value FROM json_each('{
  "account.create": "create_account",
  "account.confirm_address": "confirm_address",
  "account.request_address": "request_address_change",
  "account.approve_address": "approve_address_change",
  "account.cancel_address": "cancel_address_change",
  "account.change_address": "change_address",
  "account.stop_address": "stop_address_change",
  "account.request_deletion": "request_account_deletion",
  "account.set_password": "set_account_password",
  "account.link_identity": "link_identity",
  "app.connect": "connect_app",
  "app.revoke": "disconnect_app",
  "session.start": "start_session",
  "session.end": "end_session",
  "session.end_others": "end_other_sessions",
  "tell_team": "send_team_digest",
  "mark_texts": "flag_texts",
  "decide_mark": "decide_flag",
  "settle_badge": "apply_badge_check",
  "settle_votes": "count_waiting_votes",
  "settle_claim": "apply_proof_result",
  "settle_answer": "decide_answer",
  "settle_draft_logo": "apply_draft_logo",
  "settle_draft_screenshot": "apply_draft_screenshot"
}') n WHERE action = n.key;
--> statement-breakpoint
-- By hand: what the audit log says of flags.
UPDATE `changes` SET
  before = iif(json_type(before, '$.marked') IS NULL, before, json_set(json_remove(before, '$.marked'), '$.flagged', json_extract(before, '$.marked'))),
  after = iif(json_type(after, '$.marked') IS NULL, after, json_set(json_remove(after, '$.marked'), '$.flagged', json_extract(after, '$.marked')))
  WHERE action IN ('flag_texts', 'decide_flag');
