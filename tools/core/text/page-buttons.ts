/** The labels of buttons for what only people can do. Pages render them, and responses to assistants name them. */
export const pageButtons = {
  archive: (name: string) => `Archive ${name}`,
  restore: "Restore listing",
  removePerson: { open: "Remove", confirm: "Remove person" },
  withdrawInvitation: { open: "Withdraw", confirm: "Withdraw invitation" },
  cancelOrder: "Cancel order",
  approve: "Approve request",
  refuse: "Refuse request",
} as const;

const { removePerson, withdrawInvitation, archive, restore, cancelOrder, approve, refuse } = pageButtons;

/** Each sentence names the button, its consequence, and whether it can be undone. Pages show some of them as links. */
export const buttonSentences = {
  archive: (name: string) =>
    `Press “${archive(name)}” to archive (take down) the listing; it is hidden immediately and can lose its launch week. Within a year, it can be restored with its votes.`,
  restore: `Press “${restore}” to bring the listing back; it can be archived again.`,
  people: `See who has access; end access (“${removePerson.open}”) or an invitation (“${withdrawInvitation.open}”). A new invitation undoes either.`,
  cancelOrder: `Press “${cancelOrder}” to end the unpaid order; this cannot be undone, but the user can order again.`,
  cancelAndThen: (number: string, then: string) =>
    `Press “${cancelOrder}” to end order ${number}, which cannot be undone, and then ${then}.`,
  decide: (by: string) =>
    `Press “${approve}” or “${refuse}” by ${by}. Approving runs the call immediately. Refusing also withdraws it and cannot be undone.`,
};
