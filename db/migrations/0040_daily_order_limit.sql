-- An order that waited for its owner can no longer be approved: it is canceled, with an entry in the log of changes.
INSERT INTO `changes` (`at`, `action`, `account_id`, `site_id`, `via`, `before`, `after`)
	SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'cancel_order', `account_id`, `site_id`, 'admin', json_object('status', 'pending'), json_object('status', 'canceled', 'number', `number`)
	FROM `orders` WHERE `needs_approval` = 1 AND `approved_at` IS NULL AND `status` = 'pending';--> statement-breakpoint
INSERT INTO `change_subjects` (`subject`, `change_id`, `position`)
	SELECT 'order:' || o.`number`, c.`id`, 0 FROM `orders` o JOIN `changes` c ON c.`action` = 'cancel_order' AND c.`after` ->> 'number' = o.`number`
	UNION ALL SELECT DISTINCT 'listing:' || l.`listing_id`, c.`id`, 1 FROM `orders` o JOIN `changes` c ON c.`action` = 'cancel_order' AND c.`after` ->> 'number' = o.`number` JOIN `order_lines` l ON l.`order_id` = o.`id`;--> statement-breakpoint
UPDATE `orders` SET `status` = 'canceled', `ended_at` = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
	`status_message` = 'It was above the daily limit and was not approved before an update of this site; make a new checkout.'
	WHERE `needs_approval` = 1 AND `approved_at` IS NULL AND `status` = 'pending';--> statement-breakpoint
-- What its owner approved takes nothing of a limit, as before.
UPDATE `changes` SET `approved_by` = `account_id` WHERE `action` = 'create_checkout' AND `approved_by` IS NULL AND `id` IN (
	SELECT s.`change_id` FROM `change_subjects` s JOIN `orders` o ON s.`subject` = 'order:' || o.`number` WHERE o.`approved_at` IS NOT NULL);--> statement-breakpoint
ALTER TABLE `orders` DROP COLUMN `needs_approval`;--> statement-breakpoint
ALTER TABLE `orders` DROP COLUMN `approved_at`;
