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
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`webhook_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_of_event` ON `webhook_deliveries` (`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_sent` ON `webhook_deliveries` (`webhook_id`,`sent_at`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_events_key_unique` ON `webhook_events` (`key`);--> statement-breakpoint
CREATE INDEX `webhook_events_age` ON `webhook_events` (`at`);--> statement-breakpoint
CREATE INDEX `webhook_events_account` ON `webhook_events` (`account_id`) WHERE "webhook_events"."account_id" IS NOT NULL;--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_key_unique` ON `webhooks` (`key`);--> statement-breakpoint
CREATE INDEX `webhooks_owner` ON `webhooks` (`site_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `webhooks_account` ON `webhooks` (`account_id`) WHERE "webhooks"."account_id" IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER IF EXISTS webhook_events_insert;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER IF EXISTS webhook_deliveries_insert;
--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_insert AFTER INSERT ON webhook_deliveries BEGIN
  INSERT INTO jobs (kind, key, payload, lane, run_at, max_attempts, created_at)
    VALUES ('deliver-webhook', 'deliver-webhook:' || new.id, json_object('id', new.id), 'webhook:' || new.webhook_id, (SELECT at FROM webhook_events WHERE id = new.event_id), 7, (SELECT at FROM webhook_events WHERE id = new.event_id));
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS listings_webhook_submitted;
--> statement-breakpoint
CREATE TRIGGER listings_webhook_submitted AFTER INSERT ON listings WHEN new.status <> 'live' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.created_at, 'listing.submitted', l.site_id, l.company_id, l.id, l.slug, new.status, new.version FROM listings l WHERE l.id = new.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS listings_webhook_live;
--> statement-breakpoint
CREATE TRIGGER listings_webhook_live AFTER UPDATE OF status ON listings WHEN new.status = 'live' AND old.status <> 'live' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.status_changed_at, 'listing.live', l.site_id, l.company_id, l.id, l.slug, new.status, new.version FROM listings l WHERE l.id = new.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS listings_webhook_removed;
--> statement-breakpoint
CREATE TRIGGER listings_webhook_removed AFTER UPDATE OF status ON listings WHEN old.status = 'live' AND new.status <> 'live' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.status_changed_at, 'listing.removed', l.site_id, l.company_id, l.id, l.slug, new.status, new.version FROM listings l WHERE l.id = new.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS listings_webhook_blocked;
--> statement-breakpoint
CREATE TRIGGER listings_webhook_blocked AFTER UPDATE OF status ON listings WHEN new.status IN ('suspended', 'rejected') AND old.status <> new.status BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.status_changed_at, 'listing.blocked', l.site_id, l.company_id, l.id, l.slug, new.status, new.version FROM listings l WHERE l.id = new.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS listings_webhook_changed;
--> statement-breakpoint
CREATE TRIGGER listings_webhook_changed AFTER UPDATE OF version ON listings WHEN new.version > old.version AND old.status = 'live' AND new.status = 'live' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.updated_at, 'listing.changed', l.site_id, l.company_id, l.id, l.slug, new.status, new.version FROM listings l WHERE l.id = new.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS listings_webhook_deleted;
--> statement-breakpoint
CREATE TRIGGER listings_webhook_deleted BEFORE DELETE ON listings WHEN old.status = 'live' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, status, version)
    SELECT 'msg_' || lower(hex(randomblob(16))), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'listing.removed', l.site_id, l.company_id, l.id, l.slug, 'deleted', old.version FROM listings l WHERE l.id = old.id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS listing_updates_webhook;
--> statement-breakpoint
CREATE TRIGGER listing_updates_webhook AFTER INSERT ON listing_updates WHEN EXISTS (SELECT 1 FROM listings WHERE id = new.listing_id AND status = 'live') BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.created_at, 'update.posted', l.site_id, l.company_id, l.id, l.slug, new.id, l.status FROM listings l WHERE l.id = new.listing_id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS claims_webhook_verified;
--> statement-breakpoint
CREATE TRIGGER claims_webhook_verified AFTER UPDATE OF status ON claims WHEN old.status <> new.status AND new.is_test = 0 AND new.status = 'verified' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), ifnull(new.checked_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), 'claim.verified', l.site_id, l.company_id, l.id, l.slug, new.id, new.status FROM listings l WHERE l.id = new.listing_id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS claims_webhook_revoked;
--> statement-breakpoint
CREATE TRIGGER claims_webhook_revoked AFTER UPDATE OF status ON claims WHEN old.status <> new.status AND new.is_test = 0 AND old.status = 'verified' BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, company_id, listing_id, name, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), ifnull(new.checked_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), 'claim.revoked', l.site_id, l.company_id, l.id, l.slug, new.id, new.status FROM listings l WHERE l.id = new.listing_id AND
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = l.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS orders_webhook_paid;
--> statement-breakpoint
CREATE TRIGGER orders_webhook_paid AFTER UPDATE OF paid_at ON orders WHEN old.paid_at IS NULL AND new.paid_at IS NOT NULL AND new.is_test = 0 AND EXISTS (SELECT 1 FROM sites WHERE id = new.site_id) BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, account_id, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.paid_at, 'order.paid', new.site_id, new.account_id, new.id, new.status WHERE
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = new.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS orders_webhook_refunded;
--> statement-breakpoint
CREATE TRIGGER orders_webhook_refunded AFTER UPDATE OF status ON orders WHEN old.status <> 'refunded' AND new.status = 'refunded' AND new.is_test = 0 AND EXISTS (SELECT 1 FROM sites WHERE id = new.site_id) BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, account_id, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), ifnull(new.ended_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), 'order.refunded', new.site_id, new.account_id, new.id, new.status WHERE
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = new.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS ballot_snapshots_webhook;
--> statement-breakpoint
CREATE TRIGGER ballot_snapshots_webhook AFTER INSERT ON ballot_snapshots BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, name, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.created_at, 'week.closed', new.site_id, new.week, 'closed' WHERE
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = new.site_id);
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS approval_requests_webhook;
--> statement-breakpoint
CREATE TRIGGER approval_requests_webhook AFTER INSERT ON approval_requests BEGIN
  INSERT INTO webhook_events (key, at, type, site_id, account_id, record_id, status)
    SELECT 'msg_' || lower(hex(randomblob(16))), new.created_at, 'approval.requested', new.site_id, new.account_id, new.id, 'waiting' WHERE
      EXISTS (SELECT 1 FROM webhooks w WHERE w.site_id = new.site_id);
END;
