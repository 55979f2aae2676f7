// Enhancements.
