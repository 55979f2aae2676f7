ALTER TABLE `company_owners` ADD `invited_by` integer REFERENCES accounts(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `company_owners_invited_by` ON `company_owners` (`invited_by`) WHERE "company_owners"."invited_by" IS NOT NULL;
--> statement-breakpoint
UPDATE `company_owners` SET `invited_by` = (
  SELECT d.account_id FROM `draft_invites` i JOIN `drafts` d ON d.id = i.draft_id
  WHERE i.id = CAST(substr(via, 8) AS integer) AND d.account_id <> company_owners.account_id
) WHERE via LIKE 'invite:%';
