ALTER TABLE `listings` ADD `queued_by` integer REFERENCES accounts(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `queued_domain` text;--> statement-breakpoint
CREATE INDEX `listings_queued_by` ON `listings` (`queued_by`) WHERE "listings"."queued_by" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_queued_domain` ON `listings` (`queued_domain`) WHERE "listings"."queued_domain" IS NOT NULL;--> statement-breakpoint
-- Waiting listings count for their first owner, because the account that chose the plan was not stored.
UPDATE `listings` SET
  queued_by = (SELECT min(o.account_id) FROM `company_owners` o WHERE o.company_id = `listings`.company_id),
  queued_domain = (SELECT c.domain FROM `companies` c WHERE c.id = `listings`.company_id)
WHERE plan = 'free' AND launched_at IS NULL AND queued_at IS NOT NULL;
