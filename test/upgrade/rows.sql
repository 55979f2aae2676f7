-- Rows of the upgrade archive. Each statement runs in the first state that has its table and columns (make-archive.ts).
-- $at stands for one time.
INSERT INTO sites (id, key, name, host, created_at)
  VALUES (1, 'main', 'Main', NULL, $at), (2, 'dev', 'Dev', 'dev.localhost', $at);
INSERT INTO categories (id, site_id, slug, name)
  VALUES (1, 1, 'media', 'Media'), (2, 1, 'photos', 'Photos'), (3, 2, 'code', 'Code');
INSERT INTO assets (hash, content_type, bytes, created_at)
  VALUES ('portrait', 'image/png', x'00', $at);
INSERT INTO companies (id, name, url, url_key, domain, description, pricing, platforms, created_at, updated_at) VALUES
  (1, 'Pictor', 'https://pictor.example', 'pictor.example', 'pictor.example', 'Pictor keeps photos.', 'free', '["Web"]', $at, $at),
  (2, 'Quay', 'https://quay.example', 'quay.example', 'quay.example', 'Quay counts containers.', 'paid', '[]', $at, $at),
  (3, 'Wrack', 'https://wrack.example', 'wrack.example', 'wrack.example', 'Wrack dries seaweed.', NULL, '[]', $at, $at);
INSERT INTO domain_ratings (domain, value, source, checked_at, previous_value)
  VALUES ('pictor.example', 61, 'Tranco', $at, 60);
INSERT INTO founders (id, slug, name, photo_hash, bio, created_at, updated_at)
  VALUES (1, 'ann', 'Ann Quill', 'portrait', 'Builds small tools for small companies, and has done so for years.', $at, $at);
INSERT INTO company_founders (company_id, founder_id)
  VALUES (1, 1);
INSERT INTO listings (id, site_id, company_id, slug, headline, summary, status, status_changed_at, plan, launch_week, launched_at, votes, voted_at, created_at, updated_at) VALUES
  (1, 1, 1, 'pictor', 'Keeps photos', 'A place for photos.', 'live', '2026-11-16T00:00:00.000Z', 'free', '2026-W47', '2026-11-16T00:00:00.000Z', 3, $at, '2026-11-10T12:00:00.000Z', $at),
  (2, 2, 1, 'pictor', 'Keeps photos of code', 'A place for photos of code.', 'live', '2026-11-09T00:00:00.000Z', 'paid', '2026-W46', '2026-11-09T00:00:00.000Z', 1, '2026-11-10T12:00:00.000Z', '2026-11-02T12:00:00.000Z', $at),
  (3, 1, 2, 'quay', 'Counts containers', 'Every container, once.', 'awaiting_badge', $at, 'free', '2026-W48', NULL, 0, NULL, $at, $at),
  (4, 1, 3, 'wrack', 'Dries seaweed', 'For dry weed.', 'suspended', $at, 'free', '2026-W46', '2026-11-09T00:00:00.000Z', 0, NULL, '2026-11-02T12:00:00.000Z', $at);
INSERT INTO listing_categories (listing_id, category_id, position)
  VALUES (1, 2, 0), (1, 1, 1), (2, 3, 0), (3, 1, 0);
-- The first migration has no triggers that count.
UPDATE sites SET listing_count = 1;
UPDATE categories SET listing_count = 1;
INSERT INTO listing_tags (listing_id, tag)
  VALUES (1, 'photos'), (1, 'backup'), (2, 'code');
INSERT INTO listing_pictures (listing_id, position, hash, alt, width, height)
  VALUES (1, 0, 'portrait', 'A wall of photos', 1, 1);
INSERT INTO listing_updates (id, listing_id, title, body, created_at)
  VALUES (1, 1, 'Albums', 'Photos now have albums.', $at);
INSERT INTO milestones (id, listing_id, date, title, created_at)
  VALUES (1, 1, '2026-11-16', 'Launched', $at);
INSERT INTO stories (listing_id, title, sections, published_at, updated_at)
  VALUES (1, 'How it began', '[]', $at, $at);
INSERT INTO vote_counts (listing_id, period, site_id, votes, voted_at)
  VALUES (1, '2026-W47', 1, 3, $at), (2, '2026-W46', 2, 1, '2026-11-10T12:00:00.000Z');
INSERT INTO board_snapshots (site_id, board, week, listing_id, rank)
  VALUES (2, 'community-weekly', '2026-W46', 2, 1);
INSERT INTO awards (id, site_id, kind, label, board, period, rank, listing_id, created_at)
  VALUES (1, 2, 'week', 'Product of the week', 'community-weekly', '2026-W46', 1, 2, '2026-11-16T00:00:00.000Z');
INSERT INTO billboard_placements (site_id, week, listing_id, created_at)
  VALUES (1, '2026-W47', 1, $at);
INSERT INTO posts (id, site_id, slug, title, excerpt, body_markdown, author, search_text, published_at, updated_at)
  VALUES (1, 1, 'hello', 'Hello', 'A first post.', 'Hello to all.', 'The team', 'hello', $at, $at);
INSERT INTO accounts (id, email, email_verified_at, name, founder_id, created_at, updated_at) VALUES
  (1, 'ann@example.org', $at, 'Ann', 1, $at, $at),
  (2, 'bo@example.org', $at, 'Bo', NULL, $at, $at),
  (3, 'cy@example.org', NULL, 'Cy', NULL, $at, $at);
INSERT INTO api_keys (id, account_id, name, key_hash, ending, scopes, created_at)
  VALUES (1, 1, 'Assistant', 'hash-of-a-key', 'abcd', '["listings:write"]', $at);
INSERT INTO sessions (id, token_hash, account_id, created_at, last_seen_at, expires_at)
  VALUES (1, 'hash-of-a-session', 1, $at, $at, '2027-11-18T12:00:00.000Z');
INSERT INTO passkeys (id, account_id, name, credential_id, public_key, sign_count, created_at)
  VALUES (1, 1, 'Phone', 'id-of-a-credential', 'key-of-a-credential', 0, $at);
INSERT INTO spent_challenges (challenge_hash, expires_at) VALUES ('hash-of-a-challenge', '2026-11-18T12:10:00.000Z');
INSERT INTO email_links (token_hash, purpose, account_id, email, created_at, expires_at)
  VALUES ('hash-of-a-link', 'sign_in', 1, 'ann@example.org', $at, '2026-11-19T12:00:00.000Z');
INSERT INTO mails (id, recipient, subject, text_body, html_body, message_id, created_at)
  VALUES (1, 'ann@example.org', 'Welcome', 'Welcome', '<p>Welcome</p>', '<1@example.org>', $at);
INSERT INTO jobs (id, kind, key, payload, run_at, created_at)
  VALUES (1, 'mail', 'mail:1', '{"mailId":1}', $at, $at);
INSERT INTO oauth_clients (id, kind, metadata, created_at)
  VALUES ('app', 'registered', '{"client_name":"App"}', $at);
INSERT INTO oauth_grants (id, account_id, client_id, scopes, resource, created_at)
  VALUES (1, 1, 'app', '["listings:write"]', 'https://directory.example/mcp', $at);
INSERT INTO audit_entries (id, at, account_id, via, action, subject)
  VALUES (1, $at, 1, 'browser', 'account.create', 'account:1');
INSERT INTO drafts (id, site_id, account_id, url, url_key, arrived_key, status, steps, note, fields, created_at, updated_at, expires_at)
  VALUES (1, 1, 1, 'https://kelp.example/', 'kelp.example', 'kelp.example', 'ready', 4, 'Ready', '{"name":"Kelp"}', $at, $at, $at);
INSERT INTO drafts (id, site_id, account_id, url, url_key, arrived_key, status, steps, note, listing_id, created_at, updated_at, expires_at)
  VALUES (2, 1, 2, 'https://quay.example/', 'quay.example', 'quay.example', 'submitted', 4, 'Submitted', 3, $at, $at, $at);
INSERT INTO draft_invites (id, draft_id, email, token_hash, created_at, expires_at)
  VALUES (1, 1, 'eve@example.org', 'invite1', $at, $at), (2, 2, 'eve@example.org', 'invite2', $at, $at);
INSERT INTO company_owners (company_id, account_id, via, created_at)
  VALUES (1, 1, 'draft:1', $at), (2, 2, 'draft:2', $at);
INSERT INTO idempotency_keys (account_id, is_test, operation, key, input_hash, answer, created_at)
  VALUES (1, 0, 'update_my_listing', 'key', 'hash', '{}', $at);
INSERT INTO changes (id, at, action, account_id, site_id, via, before, after) VALUES
  (11, $at, 'account.create', 1, NULL, 'browser', '{}', '{"email":"ann@example.org"}'),
  (12, $at, 'account.set_password', 1, NULL, 'browser', '{}', '{}'),
  (13, $at, 'app.revoke', 1, NULL, 'browser', '{}', '{}'),
  (14, $at, 'settle_badge', NULL, 1, 'job', '{}', '{"badge":"found"}'),
  (15, $at, 'update_my_listing', 1, 1, 'key:1', '{"headline":"Photos"}', '{"headline":"Keeps photos"}'),
  (16, $at, 'mark_texts', NULL, 1, 'job', '{}', '{}'),
  (17, $at, 'propose_call', 1, 1, 'key:1', '{}', '{}'),
  (18, $at, 'approve_order', 1, 1, 'browser', '{}', '{}');
INSERT INTO change_subjects (subject, change_id)
  VALUES ('account:1', 11), ('account:1', 12), ('account:1', 13), ('listing:1', 14), ('listing:1', 15), ('listing:1', 16), ('account:1', 17), ('order:1', 18);
INSERT INTO badge_checks (listing_id, is_found, checked_at, misses)
  VALUES (1, 1, $at, 0);
INSERT INTO follows (id, account_id, listing_id, created_at, told_update_id, told_at)
  VALUES (1, 2, 1, $at, 0, NULL);
INSERT INTO billing_details (account_id, name, street, city, country, updated_at)
  VALUES (1, 'Ann Quill', 'Quay 1', 'Hamburg', 'DE', $at);
INSERT INTO quotes (id, account_id, site_id, currency, lines, billing, tax, net, vat, gross, created_at, expires_at)
  VALUES (1, 1, 1, 'EUR', '[]', '{}', '{}', 4900, 931, 5831, $at, '2026-11-19T12:00:00.000Z');
INSERT INTO claims (id, site_id, account_id, listing_id, company_id, slug, url, method, token, status, created_at, expires_at)
  VALUES (1, 1, 2, 1, 1, 'pictor', 'https://pictor.example', 'dns', 'token', 'pending', $at, '2026-11-25T12:00:00.000Z');
INSERT INTO disputes (id, claim_id, opened_at)
  VALUES (1, 1, $at);
INSERT INTO orders (id, number, year, sequence, site_id, account_id, email, status, currency, billing, tax, net, vat, gross, link_secret, provider, created_at, expires_at, paid_at, fulfilled_at)
  VALUES (1, 'O-2026-1', 2026, 1, 1, 1, 'ann@example.org', 'fulfilled', 'EUR', '{}', '{}', 4900, 931, 5831, 'secret-1', 'sandbox', $at, '2026-11-19T12:00:00.000Z', '2026-11-18T13:00:00.000Z', '2026-11-18T13:00:00.000Z');
INSERT INTO order_lines (order_id, position, product, name, listing_id, quantity, net, vat_rate_bp, vat, gross)
  VALUES (1, 0, 'billboard', 'Billboard', 1, 1, 4900, 1900, 931, 5831);
INSERT INTO invoices (id, order_id, kind, series, year, sequence, number, issued_at, document)
  VALUES (1, 1, 'invoice', 'R', 2026, 1, 'R-2026-1', '2026-11-18T13:00:00.000Z', '{}');
INSERT INTO payment_events (provider, event_id, type, order_number, received_at)
  VALUES ('stripe', 'evt_1', 'checkout.session.completed', 'O-2026-1', '2026-11-18T13:00:00.000Z');
INSERT INTO ballots (id, account_id, listing_id, site_id, week, cast_at)
  VALUES (1, 1, 1, 1, '2026-W47', $at), (2, 2, 1, 1, '2026-W47', $at);
INSERT INTO unballoted_votes (listing_id, period, votes, voted_at)
  VALUES (1, '2026-W47', 1, $at), (2, '2026-W46', 1, '2026-11-10T12:00:00.000Z') ON CONFLICT DO NOTHING;
INSERT INTO exchange_rates (currency, day, rate, source)
  VALUES ('USD', '2026-11-18', '1.1', 'ECB');
INSERT INTO listing_reports (id, listing_id, kind, sentence, created_at)
  VALUES (1, 1, 'dead', 'It has gone.', $at);
INSERT INTO followed_searches (id, account_id, site_id, query, created_at, told_until)
  VALUES (1, 2, 1, 'photos', $at, $at);
INSERT INTO orders (id, number, year, sequence, site_id, account_id, email, status, currency, billing, tax, net, vat, gross, link_secret, provider, created_at, expires_at, needs_approval, via)
  VALUES (2, 'O-2026-2', 2026, 2, 1, 1, 'ann@example.org', 'pending', 'EUR', '{}', '{}', 4900, 931, 5831, 'secret-2', 'sandbox', $at, '2026-11-19T12:00:00.000Z', 1, 'key:1');
INSERT INTO decisions (id, listing_id, status, ground, facts, origin, decided_at)
  VALUES (1, 4, 'suspended', 'dead', 'The site has answered 404 for a week.', 'team', $at);
INSERT INTO text_marks (id, site_id, listing_id, kind, field, sentence, found_at)
  VALUES (1, 1, 1, 'votes', 'Headline', 'Vote for us.', $at);
INSERT INTO texts_to_check (id, source, source_id)
  VALUES (1, 'listing', 1) ON CONFLICT DO NOTHING;
UPDATE api_keys SET mandate = '{"allowed":[],"listings":null,"monthly":null,"until":null}' WHERE id = 1;
UPDATE oauth_grants SET mandate = '{"allowed":["publish"],"listings":[1],"monthly":{"amount":5000,"currency":"EUR"},"until":"2027-01-01T00:00:00.000Z"}' WHERE id = 1;
UPDATE changes SET approved_by = 1 WHERE id = 15;
INSERT INTO proposals (id, account_id, site_id, credential_kind, credential_id, operation, input, input_hash, reason, before, after, created_at, expires_at)
  VALUES (1, 1, 1, 'key', 1, 'update_my_listing', '{"listing_id":1,"fields":{"headline":"Photos for ever"}}', 'hash', 'It has to ask before it publishes.', '{}', '{}', $at, '2026-11-25T12:00:00.000Z');
UPDATE drafts SET passages = '[{"id":"p1","url":"https://kelp.example/","quote":"Kelp","fetched_at":"2026-11-18T12:00:00.000Z","for":["name"]}]', suggested_categories = '["invoicing"]' WHERE id = 1;
INSERT INTO name_keys (company_id, name, plain, key)
  VALUES (2, 'Quay', 'quay', 'quay') ON CONFLICT DO NOTHING;
UPDATE orders SET reversals = '[]' WHERE id = 1;
INSERT INTO abuse_rules (id, kind, effect, value, created_by, created_at)
  VALUES (1, 'word', 'deny', 'casino', 1, $at);
INSERT INTO account_invites (email, created_at, expires_at)
  VALUES ('eve@example.org', $at, '2026-12-18T12:00:00.000Z');
INSERT INTO case_seen (account_id, kind, item_id, seen_at) VALUES (1, 'flag', 1, $at);
INSERT INTO case_assignees (kind, item_id, account_id, assigned_at) VALUES ('flag', 1, 1, $at);
INSERT INTO bulk_actions (id, site_id, account_id, operation, shared, items, created_at)
  VALUES (1, 1, 1, 'suspend_listing', '{}', '[{"slug":"kelp"}]', $at);
INSERT INTO decision_undos (change_id, site_id, listing_id, mails, before, after, until)
  VALUES (1, 1, 1, '[]', '{}', '{}', $at);
INSERT INTO hidden_listings (listing_id, status, hidden_at) VALUES (4, 'live', $at);
UPDATE listings SET merged_into = 1 WHERE id = 4;
INSERT INTO duplicate_pairs (id, site_id, listing_id, other_id, reason, score, found_at) VALUES (1, 1, 1, 3, 'text', 80, $at);
INSERT INTO duplicate_keys (site_id, key, listing_id) VALUES (1, 5, 1);
INSERT INTO listing_reviews (listing_id, site_id, requested_at)
  VALUES (1, 1, $at);
INSERT INTO insight_counts (site_id, day, listing_id, counter, channel, count) VALUES (1, 20775, 0, 1, 0, 3), (1, 20775, 1, 1, 0, 3);
INSERT INTO client_reads (site_id, day, listing_id, client, reads) VALUES (1, 20775, 0, 'other', 2), (1, 20775, 1, 'other', 2);
INSERT INTO weekly_callers (id, site_id, week, kind, text, caller, uses, results, listings, last_at)
  VALUES (1, 1, '2026-W47', 'query', 'photos', 'hash', 1, 3, '[[1,1,1,0]]', $at);
INSERT INTO search_queries (id, site_id, week, query, callers, uses, results, opens) VALUES (1, 1, '2026-W46', 'photos', 5, 6, 3, 1);
INSERT INTO query_listings (listing_id, query_id, impressions, position_sum, opens) VALUES (1, 1, 6, 9, 1);
INSERT INTO subjects (id, site_id, slug, name, url, also_known_as)
  VALUES (1, 1, 'pixbox', 'Pixbox', 'https://pixbox.example/', '["Pix Box Pro"]');
INSERT INTO subject_keys (site_id, key, subject_id) VALUES (1, 'pixbox', 1);
INSERT INTO listing_subjects (listing_id, subject_id, name, since) VALUES (1, 1, 'Pixbox', $at);
INSERT INTO webhooks (id, site_id, account_id, key, url, shown_url, format, secret, events, created_at)
  VALUES (1, 1, 1, 'webhook:1', 'sealed', 'https://hooks.example/…hook', 'standard', 'sealed', '["listing.live"]', $at);
INSERT INTO webhook_events (id, key, at, type, site_id, listing_id, name, status) VALUES (1, 'msg_1', $at, 'listing.live', 1, 1, 'kelp', 'live');
INSERT INTO webhook_deliveries (id, webhook_id, event_id) VALUES (99, 1, 1) ON CONFLICT DO NOTHING;
