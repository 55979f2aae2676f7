-- The audit actions of signing in get the names of operations.
UPDATE `changes` SET action = n.value FROM json_each('{
  "account.create": "create_account",
  "account.confirm_address": "confirm_address",
  "account.request_address": "request_address_change",
  "account.approve_address": "approve_address_change",
  "account.cancel_address": "cancel_address_change",
  "account.change_address": "change_address",
  "account.stop_address": "stop_address_change",
  "account.request_deletion": "request_account_deletion",
  "account.set_password": "set_account_password",
  "account.link_identity": "link_identity",
  "app.connect": "connect_app",
  "app.revoke": "disconnect_app",
  "session.start": "start_session",
  "session.end": "end_session",
  "session.end_others": "end_other_sessions"
}') n WHERE action = n.key;
