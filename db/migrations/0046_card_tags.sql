-- A stored card has the tags of its listing.
UPDATE `listing_cards` SET offer = json_insert(offer, '$.tags', json((
  SELECT json_group_array(tag) FROM (SELECT tag FROM `listing_tags` t WHERE t.listing_id = listing_cards.listing_id ORDER BY tag))));
--> statement-breakpoint
CREATE TRIGGER `listing_tags_cards_insert` AFTER INSERT ON `listing_tags` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id = new.listing_id;
END;
--> statement-breakpoint
CREATE TRIGGER `listing_tags_cards_delete` AFTER DELETE ON `listing_tags` BEGIN
  DELETE FROM `listing_cards` WHERE listing_id = old.listing_id;
END;
