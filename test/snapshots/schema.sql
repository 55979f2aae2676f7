CREATE INDEX `abuse_rules_created_by` ON `abuse_rules` (`created_by`) WHERE "abuse_rules"."created_by" IS NOT NULL;

CREATE UNIQUE INDEX `abuse_rules_value` ON `abuse_rules` (`kind`,`value`,`site_id`);

CREATE UNIQUE INDEX `abuse_rules_value_everywhere` ON `abuse_rules` (`kind`,`value`) WHERE "abuse_rules"."site_id" IS NULL;

CREATE INDEX `accounts_by_age` ON `accounts` (`created_at`);

CREATE UNIQUE INDEX `accounts_email_unique` ON `accounts` (`email`);

CREATE UNIQUE INDEX `accounts_founder_id_unique` ON `accounts` (`founder_id`);

CREATE INDEX `accounts_sign_up_network` ON `accounts` (`sign_up_network`) WHERE "accounts"."sign_up_network" IS NOT NULL;

CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`);

CREATE UNIQUE INDEX `api_keys_key_hash_unique` ON `api_keys` (`key_hash`);

CREATE INDEX `approval_requests_account` ON `approval_requests` (`account_id`,`id`);

CREATE INDEX `approval_requests_age` ON `approval_requests` (`expires_at`);

CREATE INDEX `approval_requests_call` ON `approval_requests` (`credential_kind`,`credential_id`,`operation`,`input_hash`);

CREATE INDEX `awards_listing` ON `awards` (`listing_id`);

CREATE INDEX `awards_newest` ON `awards` (`site_id`,"created_at" desc,`board`,`rank`);

CREATE INDEX `awards_period` ON `awards` (`site_id`,`period`,`board`,`rank`);

CREATE UNIQUE INDEX `awards_place` ON `awards` (`site_id`,`board`,`period`,`rank`);

CREATE UNIQUE INDEX `ballots_account` ON `ballots` (`account_id`,`listing_id`);

CREATE INDEX `ballots_listing` ON `ballots` (`listing_id`,`excluded`,`cast_at`);

CREATE INDEX `ballots_week` ON `ballots` (`site_id`,`week`,`excluded`);

CREATE INDEX `bulk_actions_account` ON `bulk_actions` (`account_id`);

CREATE INDEX `case_assignees_account` ON `case_assignees` (`account_id`);

CREATE INDEX `categories_parent` ON `categories` (`parent_id`);

CREATE UNIQUE INDEX `categories_slug` ON `categories` (`site_id`,`slug`);

CREATE INDEX `change_subjects_change` ON `change_subjects` (`change_id`);

CREATE INDEX `changes_account` ON `changes` (`account_id`,`id`);

CREATE INDEX `changes_action` ON `changes` (`action`,`id`);

CREATE INDEX `changes_edits` ON `changes` (`id`) WHERE json_type("changes"."after", '$.versions') = 'object';

CREATE INDEX `claims_account` ON `claims` (`account_id`,`site_id`,"id" desc);

CREATE INDEX `claims_company` ON `claims` (`company_id`,`status`);

CREATE INDEX `claims_email` ON `claims` (`email`,`link_sent_at`) WHERE "claims"."email" IS NOT NULL;

CREATE INDEX `claims_expiry` ON `claims` (`expires_at`) WHERE "claims"."status" = 'pending';

CREATE UNIQUE INDEX `claims_link_hash_unique` ON `claims` (`link_hash`);

CREATE INDEX `claims_listing` ON `claims` (`listing_id`);

CREATE INDEX `claims_recheck` ON `claims` (`next_check_at`) WHERE "claims"."status" = 'verified';

CREATE UNIQUE INDEX `claims_token_unique` ON `claims` (`token`);

CREATE INDEX `companies_by_verification` ON `companies` ("verified_at" desc,"id" desc) WHERE "companies"."verified_at" IS NOT NULL;

CREATE INDEX `companies_domain` ON `companies` (`domain`);

CREATE INDEX `companies_logo` ON `companies` (`logo_hash`) WHERE "companies"."logo_hash" IS NOT NULL;

CREATE INDEX `companies_screenshot` ON `companies` (`screenshot_hash`) WHERE "companies"."screenshot_hash" IS NOT NULL;

CREATE UNIQUE INDEX `companies_url_key_unique` ON `companies` (`url_key`);

CREATE INDEX `company_founders_founder` ON `company_founders` (`founder_id`);

CREATE INDEX `company_owners_account` ON `company_owners` (`account_id`);

CREATE INDEX `company_owners_invited_by` ON `company_owners` (`invited_by`) WHERE "company_owners"."invited_by" IS NOT NULL;

CREATE INDEX `company_owners_unasked` ON `company_owners` (`account_id`) WHERE "company_owners"."appears" IS NULL AND "company_owners"."asked_at" IS NULL;

CREATE INDEX `decision_undos_listing` ON `decision_undos` (`listing_id`);

CREATE INDEX `decision_undos_until` ON `decision_undos` (`site_id`,`until`);

CREATE INDEX `decisions_answered` ON `decisions` (`answered_at`) WHERE answer IS NOT NULL AND outcome IS NULL;

CREATE INDEX `decisions_latest` ON `decisions` (CASE WHEN outcome_at IS NULL THEN decided_at ELSE outcome_at END,`listing_id`);

CREATE INDEX `decisions_listing` ON `decisions` (`listing_id`,`id`);

CREATE UNIQUE INDEX `disputes_claim` ON `disputes` (`claim_id`);

CREATE INDEX `disputes_status` ON `disputes` (`status`,"id" desc);

CREATE INDEX `draft_invites_accepted_by` ON `draft_invites` (`accepted_by`);

CREATE INDEX `draft_invites_by_email` ON `draft_invites` (`email`);

CREATE UNIQUE INDEX `draft_invites_email` ON `draft_invites` (`draft_id`,`email`);

CREATE INDEX `draft_invites_invited_by` ON `draft_invites` (`invited_by`);

CREATE UNIQUE INDEX `draft_invites_listing` ON `draft_invites` (`listing_id`,`invited_by`,`email`);

CREATE UNIQUE INDEX `draft_invites_token_hash_unique` ON `draft_invites` (`token_hash`);

CREATE INDEX `drafts_account` ON `drafts` (`account_id`,`site_id`,"id" desc);

CREATE INDEX `drafts_expiry` ON `drafts` (`expires_at`) WHERE "drafts"."status" NOT IN ('submitted', 'expired');

CREATE INDEX `drafts_listing` ON `drafts` (`listing_id`);

CREATE INDEX `drafts_logo` ON `drafts` (`logo_hash`) WHERE "drafts"."logo_hash" IS NOT NULL;

CREATE UNIQUE INDEX `drafts_open` ON `drafts` (`account_id`,`site_id`,`url_key`) WHERE "drafts"."status" IN ('crawling', 'drafting', 'ready');

CREATE INDEX `drafts_screenshot` ON `drafts` (`screenshot_hash`) WHERE "drafts"."screenshot_hash" IS NOT NULL;

CREATE INDEX `duplicate_keys_listing` ON `duplicate_keys` (`listing_id`);

CREATE UNIQUE INDEX `duplicate_pairs_listings` ON `duplicate_pairs` (`listing_id`,`other_id`);

CREATE INDEX `duplicate_pairs_open` ON `duplicate_pairs` (`site_id`,"score" desc,"id" desc) WHERE "duplicate_pairs"."dismissed_at" IS NULL;

CREATE INDEX `duplicate_pairs_other` ON `duplicate_pairs` (`other_id`);

CREATE INDEX `email_links_account` ON `email_links` (`account_id`);

CREATE INDEX `email_links_expiry` ON `email_links` (`expires_at`);

CREATE INDEX `feed_by_site` ON `feed` (`site_id`,`seq`);

CREATE UNIQUE INDEX `feed_record` ON `feed` (`site_id`,`kind`,`record_id`);

CREATE UNIQUE INDEX `followed_searches_account` ON `followed_searches` (`account_id`,`site_id`,`query`);

CREATE INDEX `followed_searches_query` ON `followed_searches` (`site_id`,`query`);

CREATE UNIQUE INDEX `follows_account` ON `follows` (`account_id`,`listing_id`);

CREATE INDEX `follows_listing` ON `follows` (`listing_id`);

CREATE UNIQUE INDEX `founders_feed_id_unique` ON `founders` (`feed_id`);

CREATE INDEX `founders_photo` ON `founders` (`photo_hash`) WHERE "founders"."photo_hash" IS NOT NULL;

CREATE UNIQUE INDEX `founders_slug_unique` ON `founders` (`slug`);

CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at`);

CREATE INDEX `identities_account` ON `identities` (`account_id`);

CREATE INDEX `invoices_issued` ON `invoices` (`issued_at`);

CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`series`,`number`);

CREATE INDEX `invoices_order` ON `invoices` (`order_id`,`id`);

CREATE UNIQUE INDEX `invoices_sequence` ON `invoices` (`series`,`year`,`sequence`);

CREATE INDEX `jobs_due` ON `jobs` (`state`,`kind`,`run_at`);

CREATE INDEX `jobs_finished` ON `jobs` (`finished_at`) WHERE "jobs"."finished_at" IS NOT NULL;

CREATE UNIQUE INDEX `jobs_key_unique` ON `jobs` (`key`);

CREATE INDEX `jobs_lanes` ON `jobs` (`lane`) WHERE "jobs"."state" = 'leased' AND "jobs"."lane" IS NOT NULL;

CREATE INDEX `jobs_leases` ON `jobs` (`state`,`lease_until`);

CREATE INDEX `listing_categories_category` ON `listing_categories` (`category_id`);

CREATE UNIQUE INDEX `listing_pictures_hash` ON `listing_pictures` (`hash`,`listing_id`);

CREATE INDEX `listing_reports_email` ON `listing_reports` (`email`) WHERE "listing_reports"."email" IS NOT NULL;

CREATE INDEX `listing_reports_latest` ON `listing_reports` (`decided_at`,`listing_id`) WHERE "listing_reports"."outcome" IS NOT NULL;

CREATE INDEX `listing_reports_listing` ON `listing_reports` (`listing_id`,`id`);

CREATE INDEX `listing_reports_open` ON `listing_reports` (`id`) WHERE "listing_reports"."outcome" IS NULL;

CREATE INDEX `listing_reviews_decided_by` ON `listing_reviews` (`decided_by`) WHERE "listing_reviews"."decided_by" IS NOT NULL;

CREATE INDEX `listing_reviews_open` ON `listing_reviews` (`site_id`,`requested_at`) WHERE approved_at IS NULL;

CREATE INDEX `listing_subjects_subject` ON `listing_subjects` (`subject_id`,`since`);

CREATE INDEX `listing_tags_tag` ON `listing_tags` (`tag`);

CREATE INDEX `listing_updates_latest` ON `listing_updates` ("created_at" desc,"id" desc);

CREATE INDEX `listing_updates_listing` ON `listing_updates` (`listing_id`,"created_at" desc);

CREATE INDEX `listings_by_age` ON `listings` (`site_id`,`status`,"created_at" desc,"id" desc);

CREATE INDEX `listings_by_climb` ON `listings` (`site_id`,`status`,"rating_change" desc,`id`);

CREATE INDEX `listings_by_company` ON `listings` (`company_id`);

CREATE INDEX `listings_by_launch` ON `listings` (`site_id`,`status`,"launched_at" desc,"id" desc);

CREATE INDEX `listings_by_place` ON `listings` (`site_id`,`launch_week`,`status`,`id`,`plan`);

CREATE INDEX `listings_by_rating` ON `listings` (`site_id`,`status`,"rating" desc,`id`);

CREATE INDEX `listings_by_votes` ON `listings` (`site_id`,`status`,"votes" desc,`voted_at`,`id`);

CREATE INDEX `listings_by_week` ON `listings` (`site_id`,`launch_week`,"votes" desc,`voted_at`,`id`);

CREATE UNIQUE INDEX `listings_company` ON `listings` (`site_id`,`company_id`);

CREATE INDEX `listings_merged` ON `listings` (`merged_into`) WHERE "listings"."merged_into" IS NOT NULL;

CREATE INDEX `listings_queued_by` ON `listings` (`queued_by`) WHERE "listings"."queued_by" IS NOT NULL;

CREATE INDEX `listings_queued_domain` ON `listings` (`queued_domain`) WHERE "listings"."queued_domain" IS NOT NULL;

CREATE UNIQUE INDEX `listings_slug` ON `listings` (`site_id`,`slug`);

CREATE INDEX `listings_unindexed` ON `listings` (`votes`) WHERE status = 'live' AND search_key IS NULL;

CREATE UNIQUE INDEX `mails_message_id_unique` ON `mails` (`message_id`);

CREATE INDEX `mails_recipient` ON `mails` (`recipient`);

CREATE INDEX `milestones_listing` ON `milestones` (`listing_id`,"date" desc);

CREATE UNIQUE INDEX `name_keys_company_id_unique` ON `name_keys` (`company_id`);

CREATE INDEX `name_keys_key` ON `name_keys` (`key`,`id`);

CREATE INDEX `oauth_codes_expiry` ON `oauth_codes` (`expires_at`);

CREATE INDEX `oauth_codes_grant` ON `oauth_codes` (`grant_id`);

CREATE INDEX `oauth_grants_account` ON `oauth_grants` (`account_id`);

CREATE INDEX `oauth_grants_client` ON `oauth_grants` (`client_id`);

CREATE INDEX `oauth_tokens_expiry` ON `oauth_tokens` (`expires_at`);

CREATE INDEX `oauth_tokens_grant` ON `oauth_tokens` (`grant_id`);

CREATE INDEX `order_lines_held` ON `order_lines` (`held_week`) WHERE "order_lines"."held_week" IS NOT NULL;

CREATE INDEX `order_lines_listing` ON `order_lines` (`listing_id`,`product`);

CREATE INDEX `orders_account` ON `orders` (`account_id`,`id`);

CREATE UNIQUE INDEX `orders_number_unique` ON `orders` (`number`);

CREATE INDEX `orders_open` ON `orders` (`expires_at`) WHERE "orders"."status" = 'pending';

CREATE INDEX `orders_paid` ON `orders` (`paid_at`) WHERE "orders"."paid_at" IS NOT NULL;

CREATE INDEX `orders_payment` ON `orders` (`payment_id`) WHERE "orders"."payment_id" IS NOT NULL;

CREATE UNIQUE INDEX `orders_sequence` ON `orders` (`year`,`sequence`);

CREATE UNIQUE INDEX `orders_session_id_unique` ON `orders` (`session_id`);

CREATE INDEX `passkeys_account` ON `passkeys` (`account_id`);

CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);

CREATE INDEX `posts_published` ON `posts` (`site_id`,"published_at" desc,`id`);

CREATE UNIQUE INDEX `posts_slug` ON `posts` (`site_id`,`slug`);

CREATE INDEX `query_listings_query` ON `query_listings` (`query_id`);

CREATE INDEX `quotes_account` ON `quotes` (`account_id`,`id`);

CREATE INDEX `quotes_expiry` ON `quotes` (`expires_at`);

CREATE UNIQUE INDEX `search_queries_query` ON `search_queries` (`site_id`,`week`,`query`);

CREATE INDEX `sessions_account` ON `sessions` (`account_id`);

CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);

CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);

CREATE INDEX `site_founders_by_name` ON `site_founders` (`site_id`,"name" collate nocase,`founder_id`);

CREATE INDEX `site_founders_founder` ON `site_founders` (`founder_id`);

CREATE UNIQUE INDEX `sites_default` ON `sites` (ifnull(`host`, ''));

CREATE UNIQUE INDEX `sites_host_unique` ON `sites` (`host`);

CREATE UNIQUE INDEX `sites_key_unique` ON `sites` (`key`);

CREATE UNIQUE INDEX `sites_sandbox_of_unique` ON `sites` (`sandbox_of`);

CREATE INDEX `subject_keys_subject` ON `subject_keys` (`subject_id`);

CREATE UNIQUE INDEX `subjects_slug` ON `subjects` (`site_id`,`slug`);

CREATE INDEX `text_flags_latest` ON `text_flags` (`site_id`,`decided_at`,`listing_id`) WHERE outcome IS NOT NULL;

CREATE INDEX `text_flags_listing` ON `text_flags` (`listing_id`);

CREATE INDEX `text_flags_open` ON `text_flags` (`site_id`,`id`) WHERE outcome IS NULL;

CREATE INDEX `text_flags_post` ON `text_flags` (`post_id`);

CREATE INDEX `vote_counts_board` ON `vote_counts` (`site_id`,`period`,`is_live`,"votes" desc,`voted_at`,`listing_id`);

CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`webhook_id`,`event_id`);

CREATE INDEX `webhook_deliveries_of_event` ON `webhook_deliveries` (`event_id`);

CREATE INDEX `webhook_deliveries_sent` ON `webhook_deliveries` (`webhook_id`,`sent_at`);

CREATE INDEX `webhook_events_account` ON `webhook_events` (`account_id`) WHERE "webhook_events"."account_id" IS NOT NULL;

CREATE INDEX `webhook_events_age` ON `webhook_events` (`at`);

CREATE UNIQUE INDEX `webhook_events_key_unique` ON `webhook_events` (`key`);

CREATE INDEX `webhooks_account` ON `webhooks` (`account_id`) WHERE "webhooks"."account_id" IS NOT NULL;

CREATE UNIQUE INDEX `webhooks_key_unique` ON `webhooks` (`key`);

CREATE INDEX `webhooks_owner` ON `webhooks` (`site_id`,`account_id`);

CREATE INDEX `weekly_callers_caller` ON `weekly_callers` (`site_id`,`caller`);

CREATE UNIQUE INDEX `weekly_callers_text` ON `weekly_callers` (`site_id`,`week`,`kind`,`text`,`caller`);

CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric);

CREATE TABLE `abuse_rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer,
	`kind` text NOT NULL,
	`effect` text NOT NULL,
	`value` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_by` integer,
	`created_at` text NOT NULL,
	`hits` integer DEFAULT 0 NOT NULL,
	`last_hit_at` text,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "abuse_rules_kind" CHECK(kind IN ('email_domain', 'product_domain', 'word', 'network', 'email_hash')),
	CONSTRAINT "abuse_rules_effect" CHECK(effect IN ('deny', 'allow'))
);

CREATE TABLE `account_invites` (
	`email` text PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);

CREATE TABLE "accounts" (
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
	`updated_at` text NOT NULL, `sign_up_network` text, `insights_stopped_at` text DEFAULT '1970-01-01T00:00:00.000Z',
	FOREIGN KEY (`founder_id`) REFERENCES `founders`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "accounts_role" CHECK(role IN ('member', 'moderator', 'editor', 'admin')),
	CONSTRAINT "accounts_email" CHECK("accounts"."email" = lower("accounts"."email"))
);

CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`ending` text NOT NULL,
	`scopes` text DEFAULT '[]' NOT NULL,
	`is_test` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text,
	`last_used_at` text,
	`revoked_at` text, "approval_policy" text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE "approval_requests" (
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
	CONSTRAINT "approval_requests_decision" CHECK("approval_requests"."decision" IS NULL OR decision IN ('approved', 'refused')),
	CONSTRAINT "approval_requests_decided" CHECK(("approval_requests"."decision" IS NULL) = ("approval_requests"."decided_at" IS NULL))
);

CREATE TABLE `assets` (
	`hash` text PRIMARY KEY NOT NULL,
	`content_type` text NOT NULL,
	`bytes` blob NOT NULL,
	`created_at` text NOT NULL
);

CREATE TABLE `awards` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`kind` text NOT NULL,
	`label` text NOT NULL,
	`board` text NOT NULL,
	`period` text NOT NULL,
	`rank` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "awards_rank" CHECK("awards"."rank" >= 1),
	CONSTRAINT "awards_kind" CHECK(kind IN ('week', 'month'))
);

CREATE TABLE `badge_checks` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`is_found` integer DEFAULT false NOT NULL,
	`fault` text,
	`detail` text,
	`checked_at` text,
	`misses` integer DEFAULT 0 NOT NULL,
	`warned_at` text,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "badge_checks_fault" CHECK(fault IN ('absent', 'link_alone', 'elsewhere', 'in_code', 'hidden', 'unreachable', 'robots', 'needs_scripts'))
);

CREATE TABLE `ballot_snapshots` (
	`site_id` integer NOT NULL,
	`week` text NOT NULL,
	`document` text NOT NULL,
	`public_key` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`site_id`, `week`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `ballots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer,
	`listing_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`week` text NOT NULL,
	`cast_at` text NOT NULL,
	`excluded` text,
	`note` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ballots_excluded" CHECK("ballots"."excluded" IS NULL OR excluded IN ('account_new', 'address_unproved', 'account_suspended', 'team')),
	CONSTRAINT "ballots_note" CHECK(("ballots"."note" IS NOT NULL) = ("ballots"."excluded" IS 'team'))
);

CREATE TABLE `billboard_placements` (
	`site_id` integer NOT NULL,
	`week` text NOT NULL,
	`listing_id` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`site_id`, `week`, `listing_id`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `billing_details` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`company` text,
	`street` text NOT NULL,
	`postcode` text,
	`city` text NOT NULL,
	`country` text NOT NULL,
	`vat_id` text,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "billing_details_country" CHECK(length("billing_details"."country") = 2 AND "billing_details"."country" = upper("billing_details"."country"))
);

CREATE TABLE `board_snapshots` (
	`site_id` integer NOT NULL,
	`board` text NOT NULL,
	`week` text NOT NULL,
	`listing_id` integer NOT NULL,
	`rank` integer NOT NULL,
	PRIMARY KEY(`site_id`, `board`, `week`, `listing_id`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `bulk_actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`operation` text NOT NULL,
	`shared` text NOT NULL,
	`items` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`failures` text DEFAULT '[]' NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text, `skipped` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `case_assignees` (
	`kind` text NOT NULL,
	`item_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`assigned_at` text NOT NULL,
	PRIMARY KEY(`kind`, `item_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `case_seen` (
	`kind` text NOT NULL,
	`item_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`seen_at` text NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `item_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `categories` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`parent_id` integer,
	`listing_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "categories_not_own_parent" CHECK("categories"."parent_id" IS NULL OR "categories"."parent_id" <> "categories"."id")
);

CREATE TABLE `change_subjects` (
	`subject` text NOT NULL,
	`change_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`subject`, `change_id`),
	FOREIGN KEY (`change_id`) REFERENCES `changes`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`action` text NOT NULL,
	`account_id` integer,
	`site_id` integer,
	`via` text NOT NULL,
	`before` text DEFAULT '{}' NOT NULL,
	`after` text DEFAULT '{}' NOT NULL,
	`request_id` text
, `approved_by` integer);

CREATE TABLE `claims` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`is_test` integer DEFAULT false NOT NULL,
	`listing_id` integer,
	`company_id` integer,
	`slug` text NOT NULL,
	`url` text NOT NULL,
	`method` text NOT NULL,
	`token` text NOT NULL,
	`email` text,
	`link_hash` text,
	`link_sent_at` text,
	`link_expires_at` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`checking_since` text,
	`checked_at` text,
	`error_code` text,
	`error_message` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`proved_at` text,
	`verified_until` text,
	`misses` integer DEFAULT 0 NOT NULL,
	`next_check_at` text,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "claims_method" CHECK(method IN ('dns', 'meta', 'file', 'email')),
	CONSTRAINT "claims_status" CHECK(status IN ('pending', 'verified', 'failed', 'expired', 'revoked')),
	CONSTRAINT "claims_email_method" CHECK(("claims"."method" = 'email') = ("claims"."email" IS NOT NULL))
);

CREATE TABLE `client_reads` (
	`site_id` integer NOT NULL,
	`day` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`client` text NOT NULL,
	`reads` integer NOT NULL,
	PRIMARY KEY(`site_id`, `day`, `listing_id`, `client`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `companies` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`url_key` text NOT NULL,
	`domain` text,
	`description` text DEFAULT '' NOT NULL,
	`logo_hash` text,
	`pricing` text,
	`platforms` text DEFAULT '[]' NOT NULL,
	`socials` text DEFAULT '{}' NOT NULL,
	`verified_method` text,
	`verified_until` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL, `verified_at` text, `seen_at` text, `screenshot_hash` text REFERENCES assets(hash), `plans` text DEFAULT '[]' NOT NULL, `license` text, `repository` text, `self_hosted` text, `api_url` text, `mcp_url` text, `sso` text, `data_regions` text DEFAULT '[]' NOT NULL, `languages` text DEFAULT '[]' NOT NULL, `certifications` text DEFAULT '[]' NOT NULL, `alternative_to` text DEFAULT '[]' NOT NULL, `fact_sources` text DEFAULT '{}' NOT NULL, `price_history` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`logo_hash`) REFERENCES `assets`(`hash`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "companies_pricing" CHECK("companies"."pricing" IS NULL OR pricing IN ('free', 'freemium', 'paid', 'open-source', 'contact')),
	CONSTRAINT "companies_verified" CHECK("companies"."verified_method" IS NULL OR verified_method IN ('dns', 'meta', 'file', 'email')),
	CONSTRAINT "companies_url" CHECK("companies"."url" LIKE 'https://%' OR "companies"."url" LIKE 'http://%')
);

CREATE TABLE `company_founders` (
	`company_id` integer NOT NULL,
	`founder_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `founder_id`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`founder_id`) REFERENCES `founders`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `company_owners` (
	`company_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`via` text NOT NULL,
	`created_at` text NOT NULL, `read_only_since` text, `invited_by` integer REFERENCES accounts(id) ON DELETE SET NULL, `appears` integer DEFAULT true, `asked_at` text,
	PRIMARY KEY(`company_id`, `account_id`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `decision_undos` (
	`change_id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`mails` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`until` text NOT NULL,
	FOREIGN KEY (`change_id`) REFERENCES `changes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL,
	`status` text NOT NULL,
	`ground` text NOT NULL,
	`clause` text,
	`facts` text NOT NULL,
	`origin` text NOT NULL,
	`decided_at` text NOT NULL,
	`decided_by` integer,
	`answer` text,
	`answered_at` text,
	`answered_by` integer,
	`outcome` text,
	`outcome_reason` text,
	`outcome_at` text,
	`outcome_by` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`answered_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`outcome_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "decisions_status" CHECK(status IN ('suspended', 'rejected')),
	CONSTRAINT "decisions_ground" CHECK(ground IN ('not_as_said', 'dead', 'no_product', 'not_theirs', 'steering', 'harmful', 'rights', 'unlawful')),
	CONSTRAINT "decisions_origin" CHECK(origin IN ('reports', 'texts', 'team')),
	CONSTRAINT "decisions_answer" CHECK(("decisions"."answer" IS NULL) = ("decisions"."answered_at" IS NULL)),
	CONSTRAINT "decisions_outcome" CHECK("decisions"."outcome" IS NULL OR outcome IN ('upheld', 'reversed')),
	CONSTRAINT "decisions_settled" CHECK(("decisions"."outcome" IS NULL) = ("decisions"."outcome_at" IS NULL))
);

CREATE TABLE `disputes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`claim_id` integer NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`reason` text,
	`opened_at` text NOT NULL,
	`decided_at` text,
	`decided_by` integer,
	FOREIGN KEY (`claim_id`) REFERENCES `claims`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "disputes_status_known" CHECK(status IN ('open', 'granted', 'refused', 'withdrawn'))
);

CREATE TABLE `domain_rating_months` (
	`domain` text NOT NULL,
	`month` text NOT NULL,
	`value` integer NOT NULL,
	`source` text NOT NULL,
	`checked_at` text NOT NULL,
	PRIMARY KEY(`domain`, `month`),
	CONSTRAINT "domain_rating_months_value" CHECK("domain_rating_months"."value" BETWEEN 0 AND 100)
) WITHOUT ROWID;

CREATE TABLE `domain_ratings` (
	`domain` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL,
	`source` text NOT NULL,
	`checked_at` text NOT NULL,
	`previous_value` integer,
	CONSTRAINT "domain_ratings_value" CHECK("domain_ratings"."value" BETWEEN 0 AND 100),
	CONSTRAINT "domain_ratings_previous" CHECK("domain_ratings"."previous_value" IS NULL OR "domain_ratings"."previous_value" BETWEEN 0 AND 100)
) WITHOUT ROWID;

CREATE TABLE "draft_invites" (
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
	CONSTRAINT "draft_invites_accepted" CHECK(("draft_invites"."accepted_by" IS NULL) = ("draft_invites"."accepted_at" IS NULL))
);

CREATE TABLE `draft_pages` (
	`draft_id` integer NOT NULL,
	`url` text NOT NULL,
	`position` integer NOT NULL,
	`page` blob NOT NULL,
	PRIMARY KEY(`draft_id`, `url`),
	FOREIGN KEY (`draft_id`) REFERENCES `drafts`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`url` text NOT NULL,
	`url_key` text NOT NULL,
	`arrived_key` text NOT NULL,
	`status` text NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`steps` integer NOT NULL,
	`note` text NOT NULL,
	`fields` text DEFAULT '{}' NOT NULL,
	`evidence` text DEFAULT '{}' NOT NULL,
	`warnings` text DEFAULT '[]' NOT NULL,
	`edited_fields` text DEFAULT '[]' NOT NULL,
	`logo_hash` text,
	`logo_source` text,
	`written_by` text,
	`error_code` text,
	`error_message` text,
	`listing_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`expires_at` text NOT NULL, `screenshot_hash` text REFERENCES assets(hash), `passages` text DEFAULT '[]' NOT NULL, `suggested_categories` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`logo_hash`) REFERENCES `assets`(`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "drafts_status" CHECK(status IN ('crawling', 'drafting', 'ready', 'failed', 'submitted', 'expired')),
	CONSTRAINT "drafts_written_by" CHECK("drafts"."written_by" IS NULL OR written_by IN ('claude', 'extractive')),
	CONSTRAINT "drafts_error" CHECK(("drafts"."status" = 'failed') = ("drafts"."error_code" IS NOT NULL))
);

CREATE TABLE `duplicate_keys` (
	`site_id` integer NOT NULL,
	`key` integer NOT NULL,
	`listing_id` integer NOT NULL,
	PRIMARY KEY(`site_id`, `key`, `listing_id`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `duplicate_pairs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`reason` text NOT NULL,
	`score` integer NOT NULL,
	`found_at` text NOT NULL,
	`dismissed_at` text,
	`dismissed_by` integer,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`dismissed_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "duplicate_pairs_reason" CHECK(reason IN ('site', 'name', 'lookalike', 'text')),
	CONSTRAINT "duplicate_pairs_order" CHECK("duplicate_pairs"."listing_id" < "duplicate_pairs"."other_id"),
	CONSTRAINT "duplicate_pairs_score" CHECK("duplicate_pairs"."score" BETWEEN 0 AND 100)
);

CREATE TABLE "email_links" (
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
	CONSTRAINT "email_links_purpose" CHECK(purpose IN ('verify', 'sign_in', 'reset', 'approve', 'change', 'stop', 'erase'))
);

CREATE TABLE `exchange_rates` (
	`currency` text NOT NULL,
	`day` text NOT NULL,
	`rate` text NOT NULL,
	`source` text NOT NULL,
	PRIMARY KEY(`currency`, `day`)
);

CREATE TABLE `feed` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	`at` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "feed_kind" CHECK(kind IN ('listing', 'founder', 'post', 'category'))
);

CREATE TABLE `feed_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`epoch` text NOT NULL,
	`posts_until` text NOT NULL,
	CONSTRAINT "feed_state_one_row" CHECK(id = 1)
);

CREATE TABLE `followed_searches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`query` text NOT NULL,
	`created_at` text NOT NULL,
	`told_until` text NOT NULL,
	`told_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `follows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`told_update_id` integer NOT NULL,
	`told_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE VIRTUAL TABLE `founder_search` USING fts5(
  name, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = "unicode61 remove_diacritics 2"
);

CREATE TABLE `founders` (
	`id` integer PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`photo_hash` text,
	`bio` text DEFAULT '' NOT NULL,
	`links` text DEFAULT '{}' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL, `feed_id` integer, `in_data_set` integer DEFAULT false NOT NULL, `left_data_set_at` text,
	FOREIGN KEY (`photo_hash`) REFERENCES `assets`(`hash`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `hidden_listings` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`hidden_at` text NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hidden_listings_status" CHECK(status IN ('awaiting_badge', 'scheduled', 'live'))
);

CREATE TABLE `idempotency_keys` (
	`account_id` integer NOT NULL,
	`is_test` integer NOT NULL,
	`operation` text NOT NULL,
	`key` text NOT NULL,
	`input_hash` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`account_id`, `is_test`, `operation`, `key`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`account_id` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `insight_counts` (
	`site_id` integer NOT NULL,
	`day` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`counter` integer NOT NULL,
	`channel` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`site_id`, `day`, `listing_id`, `counter`, `channel`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `interview_answers` (
	`founder_id` integer NOT NULL,
	`question_id` text NOT NULL,
	`answer` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`founder_id`, `question_id`),
	FOREIGN KEY (`founder_id`) REFERENCES `founders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "interview_answers_answer" CHECK("interview_answers"."answer" <> '')
);

CREATE TABLE `interview_questions` (
	`site_id` integer NOT NULL,
	`id` text NOT NULL,
	`question` text NOT NULL,
	`help` text DEFAULT '' NOT NULL,
	`required` integer DEFAULT false NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`site_id`, `id`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`series` text NOT NULL,
	`year` integer NOT NULL,
	`sequence` integer NOT NULL,
	`number` text NOT NULL,
	`issued_at` text NOT NULL,
	`document` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_kind" CHECK(kind IN ('invoice', 'credit_note'))
);

CREATE TABLE `job_totals` (
	`state` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);

CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`payload` text DEFAULT '{}' NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`run_at` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`max_attempts` integer DEFAULT 8 NOT NULL,
	`lease_owner` text,
	`lease_until` text,
	`last_error` text,
	`created_at` text NOT NULL,
	`finished_at` text, `lane` text,
	CONSTRAINT "jobs_state" CHECK(state IN ('queued', 'leased', 'done', 'dead')),
	CONSTRAINT "jobs_lease" CHECK(("jobs"."state" = 'leased') = ("jobs"."lease_owner" IS NOT NULL AND "jobs"."lease_until" IS NOT NULL))
);

CREATE TABLE `listing_alternatives` (
	`listing_id` integer NOT NULL,
	`alternative_id` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `alternative_id`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`alternative_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "listing_alternatives_other" CHECK("listing_alternatives"."listing_id" <> "listing_alternatives"."alternative_id")
);

CREATE TABLE `listing_cards` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`facts` text NOT NULL,
	`logo_hash` text,
	`offer` text NOT NULL,
	`state` text NOT NULL, `votes` integer DEFAULT 0 NOT NULL, `week_rank` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `listing_categories` (
	`listing_id` integer NOT NULL,
	`category_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`listing_id`, `category_id`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;

CREATE TABLE `listing_pictures` (
	`listing_id` integer NOT NULL,
	`position` integer NOT NULL,
	`hash` text NOT NULL,
	`alt` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `position`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`hash`) REFERENCES `assets`(`hash`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listing_pictures_position" CHECK(position BETWEEN 0 AND 5)
) WITHOUT ROWID;

CREATE TABLE `listing_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL,
	`kind` text NOT NULL,
	`sentence` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`outcome` text,
	`reason` text,
	`decided_at` text,
	`decided_by` integer, `email` text,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "listing_reports_kind" CHECK(kind IN ('not_as_said', 'dead', 'not_theirs', 'other')),
	CONSTRAINT "listing_reports_outcome" CHECK("listing_reports"."outcome" IS NULL OR outcome IN ('decided', 'told', 'dismissed')),
	CONSTRAINT "listing_reports_decided" CHECK(("listing_reports"."outcome" IS NULL) = ("listing_reports"."decided_at" IS NULL) AND ("listing_reports"."outcome" IS NULL) = ("listing_reports"."reason" IS NULL))
);

CREATE TABLE `listing_reviews` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`requested_at` text NOT NULL,
	`change_text` text,
	`change_version` integer,
	`decided_at` text,
	`decided_by` integer,
	`approved_at` text,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "listing_reviews_change" CHECK(("listing_reviews"."change_text" IS NULL) = ("listing_reviews"."change_version" IS NULL))
);

CREATE VIRTUAL TABLE `listing_search` USING fts5(
  doc, content = '', contentless_delete = 1, detail = 'none', prefix = '2 3 4 5',
  tokenize = "ascii"
);

CREATE TABLE `listing_subjects` (
	`listing_id` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`name` text NOT NULL,
	`since` text NOT NULL,
	PRIMARY KEY(`listing_id`, `subject_id`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subject_id`) REFERENCES `subjects`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `listing_tags` (
	`listing_id` integer NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`listing_id`, `tag`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `listing_updates` (
	`id` integer PRIMARY KEY NOT NULL,
	`listing_id` integer NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE VIRTUAL TABLE `listing_words` USING fts5vocab('listing_search', 'row');

CREATE TABLE `listings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`slug` text NOT NULL,
	`headline` text NOT NULL,
	`summary` text NOT NULL,
	`seo_title` text,
	`seo_description` text,
	`faqs` text DEFAULT '[]' NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`status_message` text,
	`status_changed_at` text NOT NULL,
	`plan` text DEFAULT 'none' NOT NULL,
	`unlocked_sections` text DEFAULT '[]' NOT NULL,
	`launch_week` text,
	`launched_at` text,
	`votes` integer DEFAULT 0 NOT NULL,
	`voted_at` text,
	`week_rank` integer,
	`rating` integer,
	`rating_change` integer,
	`search_key` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL, `queued_at` text, `stars` integer, `queued_by` integer REFERENCES accounts(id) ON DELETE SET NULL, `queued_domain` text, `merged_into` integer REFERENCES listings(id) ON DELETE set null, `landing_url` text,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listings_status" CHECK(status IN ('draft', 'awaiting_badge', 'scheduled', 'live', 'rejected', 'suspended', 'archived')),
	CONSTRAINT "listings_plan" CHECK(plan IN ('none', 'free', 'paid')),
	CONSTRAINT "listings_votes" CHECK("listings"."votes" BETWEEN 0 AND 1048576),
	CONSTRAINT "listings_rating" CHECK("listings"."rating" IS NULL OR "listings"."rating" BETWEEN 0 AND 100),
	CONSTRAINT "listings_week" CHECK("listings"."launch_week" IS NULL OR "listings"."launch_week" GLOB '[0-9][0-9][0-9][0-9]-W[0-9][0-9]')
);

CREATE TABLE `mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text_body` text NOT NULL,
	`html_body` text NOT NULL,
	`message_id` text NOT NULL,
	`created_at` text NOT NULL,
	`sent_at` text
, `unsubscribe_url` text, `reply_to` text);

CREATE TABLE `milestones` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL,
	`date` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`url` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "milestones_date" CHECK("milestones"."date" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "milestones_url" CHECK("milestones"."url" IS NULL OR "milestones"."url" LIKE 'https://%')
);

CREATE TABLE `model_usage` (
	`day` text PRIMARY KEY NOT NULL,
	`requests` integer DEFAULT 0 NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`reserved_tokens` integer DEFAULT 0 NOT NULL
);

CREATE TABLE `name_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`plain` text NOT NULL,
	`key` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`secret_hash` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`fresh_until` text,
	`last_used_at` text,
	CONSTRAINT "oauth_clients_kind" CHECK(kind IN ('registered', 'document'))
);

CREATE TABLE `oauth_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`grant_id` integer NOT NULL,
	`redirect_uri` text NOT NULL,
	`code_challenge` text NOT NULL,
	`expires_at` text NOT NULL,
	`spent_at` text,
	FOREIGN KEY (`grant_id`) REFERENCES `oauth_grants`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `oauth_grants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`client_id` text NOT NULL,
	`scopes` text DEFAULT '[]' NOT NULL,
	`resource` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`revoked_at` text,
	`revoked_reason` text, "approval_policy" text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `oauth_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`grant_id` integer NOT NULL,
	`scopes` text DEFAULT '[]' NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`spent_at` text,
	`successor_salt` text,
	FOREIGN KEY (`grant_id`) REFERENCES `oauth_grants`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "oauth_tokens_kind" CHECK(kind IN ('access', 'refresh')),
	CONSTRAINT "oauth_tokens_salt" CHECK(("oauth_tokens"."spent_at" IS NULL) = ("oauth_tokens"."successor_salt" IS NULL))
);

CREATE TABLE `order_lines` (
	`order_id` integer NOT NULL,
	`position` integer NOT NULL,
	`product` text NOT NULL,
	`name` text NOT NULL,
	`listing_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`launch_week` text,
	`held_week` text,
	`net` integer NOT NULL,
	`vat_rate_bp` integer,
	`vat` integer,
	`gross` integer,
	`effect` text,
	PRIMARY KEY(`order_id`, `position`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` text NOT NULL,
	`year` integer NOT NULL,
	`sequence` integer NOT NULL,
	`site_id` integer NOT NULL,
	`account_id` integer,
	`email` text NOT NULL,
	`is_test` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`status_message` text,
	`currency` text NOT NULL,
	`billing` text,
	`tax` text,
	`net` integer NOT NULL,
	`vat` integer,
	`gross` integer,
	`evidence` text DEFAULT '[]' NOT NULL,
	`link_secret` text NOT NULL,
	`provider` text NOT NULL,
	`session_id` text,
	`payment_id` text,
	`confirmed_at` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`paid_at` text,
	`fulfilled_at` text,
	`withdrawn_at` text,
	`ended_at` text, `via` text, `reversals` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "orders_status" CHECK(status IN ('pending', 'paid', 'fulfilled', 'expired', 'canceled', 'failed', 'refunded')),
	CONSTRAINT "orders_provider" CHECK(provider IN ('stripe', 'sandbox')),
	CONSTRAINT "orders_sum" CHECK("orders"."net" >= 0 AND ("orders"."vat" IS NULL) = ("orders"."gross" IS NULL)
        AND ("orders"."vat" IS NULL OR ("orders"."vat" >= 0 AND "orders"."gross" = "orders"."net" + "orders"."vat")))
);

CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`sign_count` integer NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `payment_events` (
	`provider` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`order_number` text,
	`received_at` text NOT NULL,
	PRIMARY KEY(`provider`, `event_id`)
);

CREATE TABLE `posts` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`excerpt` text NOT NULL,
	`body_markdown` text NOT NULL,
	`author` text NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`search_text` text NOT NULL,
	`published_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `products` (
	`site_id` integer NOT NULL,
	`product` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`price` integer NOT NULL,
	`unlocks` text DEFAULT '[]' NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`site_id`, `product`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "products_price" CHECK("products"."price" >= 0),
	CONSTRAINT "products_product" CHECK(product IN ('launch', 'billboard', 'sections'))
);

CREATE TABLE `query_listings` (
	`listing_id` integer NOT NULL,
	`query_id` integer NOT NULL,
	`impressions` integer NOT NULL,
	`position_sum` integer NOT NULL,
	`opens` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `query_id`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`query_id`) REFERENCES `search_queries`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `quotes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`currency` text NOT NULL,
	`lines` text DEFAULT '[]' NOT NULL,
	`billing` text NOT NULL,
	`tax` text NOT NULL,
	`net` integer NOT NULL,
	`vat` integer NOT NULL,
	`gross` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "quotes_sum" CHECK("quotes"."net" >= 0 AND "quotes"."vat" >= 0 AND "quotes"."gross" = "quotes"."net" + "quotes"."vat")
);

CREATE TABLE `replication` (
	`id` integer PRIMARY KEY NOT NULL,
	`fence` integer NOT NULL,
	`transactions` integer NOT NULL,
	CONSTRAINT "replication_one_row" CHECK(id = 1)
);

CREATE TABLE `search_queries` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`week` text NOT NULL,
	`query` text NOT NULL,
	`callers` integer NOT NULL,
	`uses` integer NOT NULL,
	`results` integer NOT NULL,
	`opens` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "search_queries_callers" CHECK("search_queries"."callers" >= 5)
);

CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`account_id` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `site_founders` (
	`site_id` integer NOT NULL,
	`founder_id` integer NOT NULL,
	`name` text NOT NULL,
	`listing_count` integer NOT NULL,
	PRIMARY KEY(`site_id`, `founder_id`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`founder_id`) REFERENCES `founders`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `sites` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`host` text,
	`tagline` text DEFAULT '' NOT NULL,
	`currency` text DEFAULT 'EUR' NOT NULL,
	`settings` text DEFAULT '{}' NOT NULL,
	`listing_count` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL, `founder_count` integer DEFAULT 0 NOT NULL, `sandbox_of` integer REFERENCES sites(id), `opened_week` text, `closed_month` text, `told_change_id` integer,
	CONSTRAINT "sites_currency" CHECK(length("sites"."currency") = 3 AND "sites"."currency" = upper("sites"."currency"))
);

CREATE TABLE `spent_challenges` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`expires_at` text NOT NULL
);

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE `stories` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`sections` text DEFAULT '{}' NOT NULL,
	`published_at` text,
	`updated_at` text NOT NULL, `is_whole` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `subject_keys` (
	`site_id` integer NOT NULL,
	`key` text NOT NULL,
	`subject_id` integer NOT NULL,
	PRIMARY KEY(`site_id`, `key`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `subjects`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;

CREATE TABLE `subjects` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`url` text,
	`also_known_as` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action
);

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

CREATE TABLE `texts_to_check` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`source_id` integer NOT NULL,
	CONSTRAINT "texts_to_check_source" CHECK(source IN ('listing', 'post'))
);

CREATE TABLE `unballoted_votes` (
	`listing_id` integer NOT NULL,
	`period` text NOT NULL,
	`votes` integer NOT NULL,
	`voted_at` text,
	PRIMARY KEY(`listing_id`, `period`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "unballoted_votes_votes" CHECK("unballoted_votes"."votes" >= 0)
);

CREATE TABLE `vote_counts` (
	`listing_id` integer NOT NULL,
	`period` text NOT NULL,
	`site_id` integer NOT NULL,
	`votes` integer NOT NULL,
	`voted_at` text NOT NULL, `is_live` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`listing_id`, `period`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "vote_counts_votes" CHECK("vote_counts"."votes" >= 1)
);

CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`sent_at` text,
	`http_status` integer,
	`response` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `webhook_events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_deliveries_state" CHECK(state IN ('waiting', 'delivered', 'failed', 'dropped'))
);

CREATE TABLE `webhook_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`at` text NOT NULL,
	`type` text NOT NULL,
	`site_id` integer NOT NULL,
	`account_id` integer,
	`company_id` integer,
	`listing_id` integer,
	`record_id` integer,
	`name` text,
	`status` text,
	`version` integer,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_events_type" CHECK(type IN ('listing.submitted', 'listing.live', 'listing.changed', 'listing.removed', 'listing.blocked', 'update.posted', 'claim.verified', 'claim.revoked', 'order.paid', 'order.refunded', 'week.closed', 'approval.requested', 'webhook.test'))
);

CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`account_id` integer,
	`key` text NOT NULL,
	`url` text NOT NULL,
	`shown_url` text NOT NULL,
	`format` text NOT NULL,
	`secret` text,
	`former_secret` text,
	`former_until` text,
	`events` text DEFAULT '[]' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhooks_format" CHECK(format IN ('standard', 'slack', 'discord')),
	CONSTRAINT "webhooks_status" CHECK(status IN ('active', 'failing', 'disabled')),
	CONSTRAINT "webhooks_secret" CHECK(("webhooks"."format" = 'standard') = ("webhooks"."secret" IS NOT NULL))
);

CREATE TABLE `weekly_callers` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`week` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`caller` text NOT NULL,
	`uses` integer NOT NULL,
	`results` integer NOT NULL,
	`listings` text DEFAULT '[]' NOT NULL,
	`last_at` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "weekly_callers_kind" CHECK(kind IN ('query', 'client'))
);

CREATE TRIGGER approval_requests_webhook AFTER INSERT ON approval_requests BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, account_id, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.created_at, 'approval.requested', new.site_id, new.account_id, new.id, 'waiting' WHERE
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = new.site_id);
END;

CREATE TRIGGER ballot_snapshots_webhook AFTER INSERT ON ballot_snapshots BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, name, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.created_at, 'week.closed', new.site_id, new.week, 'closed' WHERE
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = new.site_id);
END;

CREATE TRIGGER ballots_feed_delete AFTER DELETE ON ballots WHEN old.excluded IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;

CREATE TRIGGER ballots_feed_insert AFTER INSERT ON ballots WHEN new.excluded IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER ballots_feed_update AFTER UPDATE ON ballots WHEN old.excluded IS NOT NULL OR new.excluded IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER `categories_cards_update` AFTER UPDATE OF `slug`, `name` ON `categories` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (SELECT listing_id FROM `listing_categories` WHERE category_id = new.id);
END;

CREATE TRIGGER categories_feed_delete AFTER DELETE ON categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (old.site_id, 'category', old.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER categories_feed_insert AFTER INSERT ON categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (new.site_id, 'category', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER categories_feed_update AFTER UPDATE OF slug, name, description, parent_id ON categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT site_id, 'category', id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM categories WHERE new.id IN (id, parent_id); INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id IN (SELECT listing_id FROM listing_categories WHERE category_id = new.id);
END;

CREATE TRIGGER claims_webhook_revoked AFTER UPDATE OF status ON claims WHEN old.status <> new.status AND new.is_test = 0 AND old.status = 'verified' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), ifnull(new.checked_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), 'claim.revoked', l.site_id, l.company_id, l.id, l.slug, new.id, new.status FROM listings l WHERE l.id = new.listing_id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;

CREATE TRIGGER claims_webhook_verified AFTER UPDATE OF status ON claims WHEN old.status <> new.status AND new.is_test = 0 AND new.status = 'verified' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), ifnull(new.checked_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), 'claim.verified', l.site_id, l.company_id, l.id, l.slug, new.id, new.status FROM listings l WHERE l.id = new.listing_id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;

CREATE TRIGGER companies_cards_update AFTER UPDATE OF domain, url, logo_hash, verified_method, verified_until, name, pricing, platforms ON companies BEGIN
  DELETE FROM listing_cards WHERE listing_id IN (SELECT id FROM listings WHERE company_id = new.id);
END;

CREATE TRIGGER companies_feed_update AFTER UPDATE OF domain, url, logo_hash, verified_method, verified_until, fact_sources, price_history, name, description, pricing, platforms, socials, plans, license, repository, self_hosted, api_url, mcp_url, sso, data_regions, languages, certifications, alternative_to ON companies BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id = new.id;
END;

CREATE TRIGGER companies_texts_update AFTER UPDATE OF url, name, description, platforms, plans, certifications, alternative_to ON companies
WHEN old.url IS NOT new.url OR old.name IS NOT new.name OR old.description IS NOT new.description OR old.platforms IS NOT new.platforms OR old.plans IS NOT new.plans OR old.certifications IS NOT new.certifications OR old.alternative_to IS NOT new.alternative_to BEGIN
  INSERT INTO texts_to_check (source, source_id) SELECT 'listing', id FROM listings WHERE company_id = new.id;
END;

CREATE TRIGGER `company_founders_delete` AFTER DELETE ON `company_founders` BEGIN
  UPDATE `site_founders` SET listing_count = listing_count - 1 WHERE founder_id = old.founder_id
    AND site_id IN (SELECT site_id FROM `listings` WHERE company_id = old.company_id AND status = 'live');
END;

CREATE TRIGGER company_founders_feed_delete AFTER DELETE ON company_founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id = old.company_id; INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = old.founder_id;
END;

CREATE TRIGGER company_founders_feed_insert AFTER INSERT ON company_founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id = new.company_id; INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = new.founder_id;
END;

CREATE TRIGGER company_founders_feed_update AFTER UPDATE ON company_founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id = new.company_id; INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = new.founder_id;
END;

CREATE TRIGGER `company_founders_insert` AFTER INSERT ON `company_founders` BEGIN
  INSERT INTO `site_founders` (site_id, founder_id, name, listing_count)
    SELECT l.site_id, f.id, f.name, 1 FROM `listings` l JOIN `founders` f ON f.id = new.founder_id
    WHERE l.company_id = new.company_id AND l.status = 'live'
    ON CONFLICT DO UPDATE SET listing_count = listing_count + 1;
END;

CREATE TRIGGER `company_founders_texts_delete` AFTER DELETE ON `company_founders` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) SELECT 'listing', id FROM `listings` WHERE company_id = old.company_id;
END;

CREATE TRIGGER `company_founders_texts_insert` AFTER INSERT ON `company_founders` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) SELECT 'listing', id FROM `listings` WHERE company_id = new.company_id;
END;

CREATE TRIGGER `domain_ratings_cards_delete` AFTER DELETE ON `domain_ratings` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (
    SELECT l.id FROM `companies` c JOIN `listings` l ON l.company_id = c.id WHERE c.domain = old.domain);
END;

CREATE TRIGGER `domain_ratings_cards_insert` AFTER INSERT ON `domain_ratings` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (
    SELECT l.id FROM `companies` c JOIN `listings` l ON l.company_id = c.id WHERE c.domain = new.domain);
END;

CREATE TRIGGER `domain_ratings_cards_update` AFTER UPDATE ON `domain_ratings` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (
    SELECT l.id FROM `companies` c JOIN `listings` l ON l.company_id = c.id WHERE c.domain IN (old.domain, new.domain));
END;

CREATE TRIGGER domain_ratings_feed_delete AFTER DELETE ON domain_ratings BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id IN (SELECT id FROM companies WHERE domain = old.domain);
END;

CREATE TRIGGER domain_ratings_feed_insert AFTER INSERT ON domain_ratings BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id IN (SELECT id FROM companies WHERE domain = new.domain);
END;

CREATE TRIGGER domain_ratings_feed_update AFTER UPDATE ON domain_ratings BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id IN (SELECT id FROM companies WHERE domain = new.domain);
END;

CREATE TRIGGER feed_founders AFTER INSERT ON feed WHEN new.kind = 'listing' BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l
    CROSS JOIN company_founders c ON c.company_id = l.company_id CROSS JOIN founders f ON f.id = c.founder_id
    CROSS JOIN site_founders s ON s.founder_id = f.id WHERE l.id = new.record_id;
END;

CREATE TRIGGER feed_replace BEFORE INSERT ON feed BEGIN
  DELETE FROM feed WHERE site_id = new.site_id AND kind = new.kind AND record_id = new.record_id;
END;

CREATE TRIGGER founders_feed_delete BEFORE DELETE ON founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = old.id;
END;

CREATE TRIGGER founders_feed_id AFTER INSERT ON founders WHEN new.feed_id IS NULL BEGIN
  UPDATE founders SET feed_id = abs(random() % 9007199254740991) WHERE id = new.id;
END;

CREATE TRIGGER founders_feed_update AFTER UPDATE OF slug, name, photo_hash, bio, links ON founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = new.id; INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.company_id IN (SELECT company_id FROM company_founders WHERE founder_id = new.id);
END;

CREATE TRIGGER `founders_search_delete` AFTER DELETE ON `founders` BEGIN
  DELETE FROM `founder_search` WHERE rowid = old.id;
END;

CREATE TRIGGER `founders_search_insert` AFTER INSERT ON `founders` BEGIN
  INSERT INTO `founder_search` (rowid, name) VALUES (new.id,
    replace(replace(replace(replace(replace(new.name, 'ß', 'ss'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'));
END;

CREATE TRIGGER `founders_search_update` AFTER UPDATE OF `name` ON `founders` WHEN old.name <> new.name BEGIN
  INSERT OR REPLACE INTO `founder_search` (rowid, name) VALUES (new.id,
    replace(replace(replace(replace(replace(new.name, 'ß', 'ss'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'));
  UPDATE `site_founders` SET name = new.name WHERE founder_id = new.id;
END;

CREATE TRIGGER `founders_texts_update` AFTER UPDATE OF `name`, `bio` ON `founders` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`)
  SELECT 'listing', l.id FROM `company_founders` cf JOIN `listings` l ON l.company_id = cf.company_id WHERE cf.founder_id = new.id;
END;

CREATE TRIGGER interview_answers_feed_delete AFTER DELETE ON interview_answers BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = old.founder_id;
END;

CREATE TRIGGER interview_answers_feed_insert AFTER INSERT ON interview_answers BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = new.founder_id;
END;

CREATE TRIGGER interview_answers_feed_update AFTER UPDATE ON interview_answers BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT s.site_id, 'founder', f.feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM site_founders s JOIN founders f ON f.id = s.founder_id WHERE s.founder_id = new.founder_id;
END;

CREATE TRIGGER `interview_answers_texts_delete` AFTER DELETE ON `interview_answers` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`)
  SELECT 'listing', l.id FROM `company_founders` cf JOIN `listings` l ON l.company_id = cf.company_id WHERE cf.founder_id = old.founder_id;
END;

CREATE TRIGGER `interview_answers_texts_insert` AFTER INSERT ON `interview_answers` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`)
  SELECT 'listing', l.id FROM `company_founders` cf JOIN `listings` l ON l.company_id = cf.company_id WHERE cf.founder_id = new.founder_id;
END;

CREATE TRIGGER `interview_answers_texts_update` AFTER UPDATE OF `answer` ON `interview_answers` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`)
  SELECT 'listing', l.id FROM `company_founders` cf JOIN `listings` l ON l.company_id = cf.company_id WHERE cf.founder_id = new.founder_id;
END;

CREATE TRIGGER `jobs_totals` AFTER UPDATE OF `state` ON `jobs` WHEN new.state IN ('done', 'dead') AND old.state <> new.state BEGIN
  UPDATE `job_totals` SET total = total + 1 WHERE state = new.state;
END;

CREATE TRIGGER `listing_categories_cards_delete` AFTER DELETE ON `listing_categories` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id = old.listing_id;
END;

CREATE TRIGGER `listing_categories_cards_insert` AFTER INSERT ON `listing_categories` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id = new.listing_id;
END;

CREATE TRIGGER `listing_categories_cards_update` AFTER UPDATE ON `listing_categories` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id IN (old.listing_id, new.listing_id);
END;

CREATE TRIGGER `listing_categories_count_delete` AFTER DELETE ON `listing_categories` BEGIN
  UPDATE `categories` SET listing_count = listing_count - 1
    WHERE id = old.category_id AND (SELECT status FROM `listings` WHERE id = old.listing_id) = 'live';
END;

CREATE TRIGGER `listing_categories_count_insert` AFTER INSERT ON `listing_categories` BEGIN
  UPDATE `categories` SET listing_count = listing_count + 1
    WHERE id = new.category_id AND (SELECT status FROM `listings` WHERE id = new.listing_id) = 'live';
END;

CREATE TRIGGER listing_categories_feed_delete AFTER DELETE ON listing_categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;

CREATE TRIGGER listing_categories_feed_insert AFTER INSERT ON listing_categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER listing_categories_feed_update AFTER UPDATE ON listing_categories BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER `listing_categories_same_site` BEFORE INSERT ON `listing_categories`
WHEN (SELECT site_id FROM `listings` WHERE id = new.listing_id) <> (SELECT site_id FROM `categories` WHERE id = new.category_id) BEGIN
  SELECT RAISE(ABORT, 'the category belongs to another site than the listing');
END;

CREATE TRIGGER listing_pictures_feed_delete AFTER DELETE ON listing_pictures BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;

CREATE TRIGGER listing_pictures_feed_insert AFTER INSERT ON listing_pictures BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER listing_pictures_feed_update AFTER UPDATE ON listing_pictures BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER listing_pictures_texts_delete AFTER DELETE ON listing_pictures BEGIN
  INSERT INTO texts_to_check (source, source_id) VALUES ('listing', old.listing_id);
END;

CREATE TRIGGER listing_pictures_texts_insert AFTER INSERT ON listing_pictures BEGIN
  INSERT INTO texts_to_check (source, source_id) VALUES ('listing', new.listing_id);
END;

CREATE TRIGGER `listing_tags_cards_delete` AFTER DELETE ON `listing_tags` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id = old.listing_id;
END;

CREATE TRIGGER `listing_tags_cards_insert` AFTER INSERT ON `listing_tags` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id = new.listing_id;
END;

CREATE TRIGGER listing_tags_feed_delete AFTER DELETE ON listing_tags BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;

CREATE TRIGGER listing_tags_feed_insert AFTER INSERT ON listing_tags BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER listing_tags_feed_update AFTER UPDATE ON listing_tags BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER listing_updates_feed_delete AFTER DELETE ON listing_updates BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;

CREATE TRIGGER listing_updates_feed_insert AFTER INSERT ON listing_updates BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER listing_updates_feed_update AFTER UPDATE ON listing_updates BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER `listing_updates_texts_insert` AFTER INSERT ON `listing_updates` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.listing_id);
END;

CREATE TRIGGER listing_updates_webhook AFTER INSERT ON listing_updates WHEN EXISTS (SELECT 1 FROM listings WHERE id = new.listing_id AND status = 'live') BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.created_at, 'update.posted', l.site_id, l.company_id, l.id, l.slug, new.id, l.status FROM listings l WHERE l.id = new.listing_id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;

CREATE TRIGGER `listings_cards_standing` AFTER UPDATE OF `votes`, `week_rank` ON `listings` BEGIN
  UPDATE `listing_cards` SET votes = new.votes, week_rank = new.week_rank WHERE listing_id = new.id;
END;

CREATE TRIGGER listings_cards_update AFTER UPDATE OF company_id, slug, status, plan, launch_week, rating, created_at, updated_at, headline, summary ON listings BEGIN
  DELETE FROM listing_cards WHERE listing_id = new.id;
END;

CREATE TRIGGER `listings_count_delete` BEFORE DELETE ON `listings` WHEN old.status = 'live' BEGIN
  UPDATE `sites` SET listing_count = listing_count - 1 WHERE id = old.site_id;
  UPDATE `categories` SET listing_count = listing_count - 1
    WHERE id IN (SELECT category_id FROM `listing_categories` WHERE listing_id = old.id);
END;

CREATE TRIGGER `listings_count_insert` AFTER INSERT ON `listings` WHEN new.status = 'live' BEGIN
  UPDATE `sites` SET listing_count = listing_count + 1 WHERE id = new.site_id;
END;

CREATE TRIGGER `listings_count_update` AFTER UPDATE OF `status` ON `listings` WHEN (old.status = 'live') <> (new.status = 'live') BEGIN
  UPDATE `sites` SET listing_count = listing_count + iif(new.status = 'live', 1, -1) WHERE id = new.site_id;
  UPDATE `categories` SET listing_count = listing_count + iif(new.status = 'live', 1, -1)
    WHERE id IN (SELECT category_id FROM `listing_categories` WHERE listing_id = new.id);
END;

CREATE TRIGGER listings_feed_delete BEFORE DELETE ON listings WHEN old.status = 'live' BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (old.site_id, 'listing', old.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER listings_feed_insert AFTER INSERT ON listings WHEN new.status = 'live' BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (new.site_id, 'listing', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER listings_feed_update AFTER UPDATE OF company_id, slug, status, plan, unlocked_sections, launch_week, votes, week_rank, rating, version, created_at, updated_at, headline, summary, faqs, seo_title, seo_description, landing_url ON listings WHEN 'live' IN (old.status, new.status) BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (new.site_id, 'listing', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER `listings_founders_delete` AFTER DELETE ON `listings` WHEN old.status = 'live' BEGIN
  UPDATE `site_founders` SET listing_count = listing_count - 1 WHERE site_id = old.site_id
    AND founder_id IN (SELECT founder_id FROM `company_founders` WHERE company_id = old.company_id);
END;

CREATE TRIGGER `listings_founders_gone` AFTER UPDATE OF `status` ON `listings` WHEN old.status = 'live' AND new.status <> 'live' BEGIN
  UPDATE `site_founders` SET listing_count = listing_count - 1 WHERE site_id = new.site_id
    AND founder_id IN (SELECT founder_id FROM `company_founders` WHERE company_id = new.company_id);
END;

CREATE TRIGGER `listings_founders_insert` AFTER INSERT ON `listings` WHEN new.status = 'live' BEGIN
  INSERT INTO `site_founders` (site_id, founder_id, name, listing_count)
    SELECT new.site_id, f.id, f.name, 1 FROM `company_founders` cf JOIN `founders` f ON f.id = cf.founder_id
    WHERE cf.company_id = new.company_id
    ON CONFLICT DO UPDATE SET listing_count = listing_count + 1;
END;

CREATE TRIGGER `listings_founders_live` AFTER UPDATE OF `status` ON `listings` WHEN old.status <> 'live' AND new.status = 'live' BEGIN
  INSERT INTO `site_founders` (site_id, founder_id, name, listing_count)
    SELECT new.site_id, f.id, f.name, 1 FROM `company_founders` cf JOIN `founders` f ON f.id = cf.founder_id
    WHERE cf.company_id = new.company_id
    ON CONFLICT DO UPDATE SET listing_count = listing_count + 1;
END;

CREATE TRIGGER `listings_free_places` BEFORE UPDATE OF `launch_week`, `plan` ON `listings`
WHEN new.plan = 'free' AND new.launched_at IS NULL AND new.launch_week IS NOT NULL
  AND (old.launch_week IS NOT new.launch_week OR old.plan <> 'free')
  AND (SELECT count(*) FROM `listings` WHERE site_id = new.site_id AND launch_week = new.launch_week AND plan = 'free'
    AND status IN ('scheduled', 'awaiting_badge', 'live') AND id <> new.id)
  >= (SELECT ifnull(json_extract(settings, '$.freeQueue.placesPerWeek'), 50) FROM `sites` WHERE id = new.site_id)
BEGIN
  SELECT RAISE(ABORT, 'the launch week has no free place left');
END;

CREATE TRIGGER `listings_search_delete` AFTER DELETE ON `listings` WHEN old.search_key IS NOT NULL BEGIN
  DELETE FROM `listing_search` WHERE rowid = old.search_key;
END;

CREATE TRIGGER `listings_texts_insert` AFTER INSERT ON `listings` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.id);
END;

CREATE TRIGGER listings_texts_update AFTER UPDATE OF headline, summary, faqs, seo_title, seo_description ON listings BEGIN
  INSERT INTO texts_to_check (source, source_id) VALUES ('listing', new.id);
END;

CREATE TRIGGER listings_webhook_blocked AFTER UPDATE OF status ON listings WHEN new.status IN ('suspended', 'rejected') AND old.status <> new.status BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.status_changed_at, 'listing.blocked', l.site_id, l.company_id, l.id, l.slug, new.status, new.version FROM listings l WHERE l.id = new.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;

CREATE TRIGGER listings_webhook_changed AFTER UPDATE OF version ON listings WHEN new.version > old.version AND old.status = 'live' AND new.status = 'live' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.updated_at, 'listing.changed', l.site_id, l.company_id, l.id, l.slug, new.status, new.version FROM listings l WHERE l.id = new.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;

CREATE TRIGGER listings_webhook_deleted BEFORE DELETE ON listings WHEN old.status = 'live' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'listing.removed', l.site_id, l.company_id, l.id, l.slug, 'deleted', old.version FROM listings l WHERE l.id = old.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;

CREATE TRIGGER listings_webhook_live AFTER UPDATE OF status ON listings WHEN new.status = 'live' AND old.status <> 'live' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.status_changed_at, 'listing.live', l.site_id, l.company_id, l.id, l.slug, new.status, new.version FROM listings l WHERE l.id = new.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;

CREATE TRIGGER listings_webhook_removed AFTER UPDATE OF status ON listings WHEN old.status = 'live' AND new.status <> 'live' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.status_changed_at, 'listing.removed', l.site_id, l.company_id, l.id, l.slug, new.status, new.version FROM listings l WHERE l.id = new.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;

CREATE TRIGGER listings_webhook_submitted AFTER INSERT ON listings WHEN new.status <> 'live' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.created_at, 'listing.submitted', l.site_id, l.company_id, l.id, l.slug, new.status, new.version FROM listings l WHERE l.id = new.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;

CREATE TRIGGER milestones_feed_delete AFTER DELETE ON milestones BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;

CREATE TRIGGER milestones_feed_insert AFTER INSERT ON milestones BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER milestones_feed_update AFTER UPDATE ON milestones BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER `milestones_texts_delete` AFTER DELETE ON `milestones` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', old.listing_id);
END;

CREATE TRIGGER `milestones_texts_insert` AFTER INSERT ON `milestones` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.listing_id);
END;

CREATE TRIGGER orders_webhook_paid AFTER UPDATE OF paid_at ON orders WHEN old.paid_at IS NULL AND new.paid_at IS NOT NULL AND new.is_test = 0 AND EXISTS (SELECT 1 FROM sites WHERE id = new.site_id) BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, account_id, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.paid_at, 'order.paid', new.site_id, new.account_id, new.id, new.status WHERE
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = new.site_id);
END;

CREATE TRIGGER orders_webhook_refunded AFTER UPDATE OF status ON orders WHEN old.status <> 'refunded' AND new.status = 'refunded' AND new.is_test = 0 AND EXISTS (SELECT 1 FROM sites WHERE id = new.site_id) BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, account_id, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), ifnull(new.ended_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), 'order.refunded', new.site_id, new.account_id, new.id, new.status WHERE
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = new.site_id);
END;

CREATE TRIGGER posts_feed_delete AFTER DELETE ON posts BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (old.site_id, 'post', old.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER posts_feed_insert AFTER INSERT ON posts BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (new.site_id, 'post', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER posts_feed_update AFTER UPDATE ON posts BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) VALUES (new.site_id, 'post', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
END;

CREATE TRIGGER `posts_texts_insert` AFTER INSERT ON `posts` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('post', new.id);
END;

CREATE TRIGGER `posts_texts_update` AFTER UPDATE OF `title`, `excerpt`, `body_markdown` ON `posts` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('post', new.id);
END;

CREATE TRIGGER `site_founders_count_delete` AFTER DELETE ON `site_founders` BEGIN
  UPDATE `sites` SET founder_count = founder_count - 1 WHERE id = old.site_id;
END;

CREATE TRIGGER `site_founders_count_insert` AFTER INSERT ON `site_founders` BEGIN
  UPDATE `sites` SET founder_count = founder_count + 1 WHERE id = new.site_id;
END;

CREATE TRIGGER `site_founders_empty` AFTER UPDATE OF `listing_count` ON `site_founders` WHEN new.listing_count = 0 BEGIN
  DELETE FROM `site_founders` WHERE site_id = new.site_id AND founder_id = new.founder_id;
END;

CREATE TRIGGER site_founders_feed_delete AFTER DELETE ON site_founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT old.site_id, 'founder', feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM founders WHERE id = old.founder_id;
END;

CREATE TRIGGER site_founders_feed_insert AFTER INSERT ON site_founders BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT new.site_id, 'founder', feed_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM founders WHERE id = new.founder_id;
END;

CREATE TRIGGER stories_feed_delete AFTER DELETE ON stories WHEN old.published_at IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = old.listing_id;
END;

CREATE TRIGGER stories_feed_insert AFTER INSERT ON stories WHEN new.published_at IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER stories_feed_update AFTER UPDATE ON stories WHEN old.published_at IS NOT NULL OR new.published_at IS NOT NULL BEGIN
  INSERT INTO feed (site_id, kind, record_id, at) SELECT l.site_id, 'listing', l.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM listings l WHERE l.status = 'live' AND l.id = new.listing_id;
END;

CREATE TRIGGER `stories_texts_delete` AFTER DELETE ON `stories` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', old.listing_id);
END;

CREATE TRIGGER `stories_texts_insert` AFTER INSERT ON `stories` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.listing_id);
END;

CREATE TRIGGER `stories_texts_update` AFTER UPDATE ON `stories` BEGIN
  INSERT INTO `texts_to_check` (`source`, `source_id`) VALUES ('listing', new.listing_id);
END;

CREATE TRIGGER `vote_counts_live_insert` AFTER INSERT ON `vote_counts` WHEN (SELECT status FROM `listings` WHERE id = new.listing_id) <> 'live' BEGIN
  UPDATE `vote_counts` SET is_live = 0 WHERE listing_id = new.listing_id AND period = new.period;
END;

CREATE TRIGGER `vote_counts_live_update` AFTER UPDATE OF `status` ON `listings` WHEN (old.status = 'live') <> (new.status = 'live') BEGIN
  UPDATE `vote_counts` SET is_live = (new.status = 'live') WHERE listing_id = new.id;
END;

CREATE TRIGGER webhook_deliveries_insert AFTER INSERT ON webhook_deliveries BEGIN
  INSERT INTO jobs (kind, key, payload, lane, run_at, max_attempts, created_at)
    VALUES ('deliver-webhook', 'deliver-webhook:' || new.id, json_object('id', new.id), 'webhook:' || new.webhook_id, (SELECT at FROM webhook_events WHERE id = new.event_id), 7, (SELECT at FROM webhook_events WHERE id = new.event_id));
END;

CREATE TRIGGER webhook_events_insert AFTER INSERT ON webhook_events BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event_id)
    SELECT w.id, new.id FROM webhooks w WHERE w.site_id = new.site_id AND w.status <> 'disabled'
      AND EXISTS (SELECT 1 FROM json_each(w.events) t WHERE t.value = new.type) AND (w.account_id IS NULL
    OR EXISTS (SELECT 1 FROM accounts a WHERE a.id = w.account_id AND a.suspended_at IS NULL) AND (
      w.account_id = new.account_id
      OR new.account_id IS NULL AND EXISTS (
        SELECT 1 FROM company_owners o WHERE o.account_id = w.account_id
          AND (o.read_only_since IS NULL OR new.type IN ('listing.live', 'listing.changed', 'listing.removed', 'update.posted', 'week.closed'))
          AND (o.company_id = new.company_id OR new.type = 'week.closed' AND EXISTS (
            SELECT 1 FROM listings l WHERE l.company_id = o.company_id AND l.site_id = new.site_id
              AND l.launch_week = new.name AND l.status = 'live')))))
    ON CONFLICT DO NOTHING;
  INSERT INTO jobs (kind, key, payload, lane, run_at, max_attempts, created_at)
    VALUES ('announce-event', 'announce-event:' || new.id, json_object('id', new.id), NULL, new.at, 8, new.at);
END;
