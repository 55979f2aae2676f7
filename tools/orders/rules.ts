/** Weeks that can be booked at once, on the billboard. */
export const mostWeeks = 26;
/** How long a quoted price holds. */
export const quoteMinutes = 30;
