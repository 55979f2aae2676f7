// Why a reader without an account gets an email. `composeMail` has the reason for everyone else.

export const teamReason = (site: { name: string }) =>
  `You receive this email because this is the team's email address of ${site.name}.`;

export const reporterReason = (site: { name: string }) =>
  `You receive this email because this email address was given in a report to ${site.name}.`;

export const enteredReason = (site: { name: string }) =>
  `You receive this email because someone entered your email address on ${site.name}.`;

export const formerReason = (site: { name: string }) =>
  `You receive this email because you had an account on ${site.name}.`;
