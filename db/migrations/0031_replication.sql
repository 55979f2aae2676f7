CREATE TABLE `replication` (
	`id` integer PRIMARY KEY NOT NULL,
	`fence` integer NOT NULL,
	`transactions` integer NOT NULL,
	CONSTRAINT "replication_one_row" CHECK(id = 1)
);
--> statement-breakpoint
INSERT INTO `replication` (`id`, `fence`, `transactions`) VALUES (1, 1, 0);
