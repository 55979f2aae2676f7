CREATE INDEX `companies_logo` ON `companies` (`logo_hash`) WHERE "companies"."logo_hash" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `founders_photo` ON `founders` (`photo_hash`) WHERE "founders"."photo_hash" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `drafts_logo` ON `drafts` (`logo_hash`) WHERE "drafts"."logo_hash" IS NOT NULL;