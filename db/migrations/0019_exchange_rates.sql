CREATE TABLE `exchange_rates` (
	`currency` text NOT NULL,
	`day` text NOT NULL,
	`rate` text NOT NULL,
	`source` text NOT NULL,
	PRIMARY KEY(`currency`, `day`)
);
