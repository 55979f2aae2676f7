import deleteListing from "../../listings/shared/delete-listing.ts";
import importListings from "../../listings/shared/import-listings.ts";
import rejectListing from "../decisions/reject-listing.ts";
import restoreListing from "../decisions/restore-listing.ts";
import suspendListing from "../decisions/suspend-listing.ts";
import decideReports from "../reports/decide-reports.ts";
import approveListing from "../review/approve-listing.ts";
import decideFlag from "../texts/decide-flag.ts";

/** The operations that a job can make about many cases at once. API keys need approval for all of them. */
export const bulkOperations = {
  approve_listing: approveListing,
  suspend_listing: suspendListing,
  reject_listing: rejectListing,
  restore_listing: restoreListing,
  delete_listing: deleteListing,
  decide_reports: decideReports,
  decide_flag: decideFlag,
  import_listings: importListings,
};
export type BulkOperation = keyof typeof bulkOperations;
export const bulkOperationNames = Object.keys(bulkOperations) as [BulkOperation, ...BulkOperation[]];
