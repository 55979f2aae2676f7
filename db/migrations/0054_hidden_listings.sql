CREATE TABLE `hidden_listings` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`hidden_at` text NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hidden_listings_status" CHECK(status IN ('awaiting_badge', 'scheduled', 'live'))
);
