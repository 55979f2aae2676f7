ALTER TABLE `company_owners` ADD `appears` integer DEFAULT true;--> statement-breakpoint
ALTER TABLE `company_owners` ADD `asked_at` text;--> statement-breakpoint
CREATE INDEX `company_owners_unasked` ON `company_owners` (`account_id`) WHERE "company_owners"."appears" IS NULL AND "company_owners"."asked_at" IS NULL;--> statement-breakpoint
ALTER TABLE `stories` ADD `is_whole` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Written by hand from here on. Owners who were no founders of their company are asked before they appear.
UPDATE `company_owners` SET appears = NULL WHERE NOT EXISTS (
  SELECT 1 FROM `accounts` a JOIN `company_founders` cf ON cf.founder_id = a.founder_id
  WHERE a.id = company_owners.account_id AND cf.company_id = company_owners.company_id);--> statement-breakpoint
-- Of founders with an account only those stay who may edit the company and have a complete profile.
DELETE FROM `company_founders` WHERE founder_id IN (SELECT founder_id FROM `accounts`) AND NOT EXISTS (
  SELECT 1 FROM `accounts` a JOIN `founders` f ON f.id = a.founder_id
  JOIN `company_owners` o ON o.account_id = a.id AND o.company_id = company_founders.company_id
  WHERE a.founder_id = company_founders.founder_id AND o.read_only_since IS NULL AND a.suspended_at IS NULL
    AND trim(f.name) <> '' AND f.photo_hash IS NOT NULL AND f.links <> '{}'
    AND length(trim(f.bio)) >= ifnull((
      SELECT min(ifnull(json_extract(s.settings, '$.storyRules.minBioCharacters'), 50))
      FROM `listings` l JOIN `sites` s ON s.id = l.site_id WHERE l.company_id = o.company_id), 50));--> statement-breakpoint
-- A story that was complete before its listing was ever live becomes public with the listing.
UPDATE `stories` SET is_whole = 1 WHERE published_at IS NOT NULL;--> statement-breakpoint
UPDATE `stories` SET published_at = NULL WHERE published_at IS NOT NULL AND listing_id IN (
  SELECT id FROM `listings` WHERE launched_at IS NULL AND status <> 'live');--> statement-breakpoint
-- A person has one name: an account without one takes that of its founder profile.
UPDATE `accounts` SET name = (SELECT f.name FROM `founders` f WHERE f.id = accounts.founder_id)
  WHERE trim(name) = '' AND EXISTS (SELECT 1 FROM `founders` f WHERE f.id = accounts.founder_id AND trim(f.name) <> '');
