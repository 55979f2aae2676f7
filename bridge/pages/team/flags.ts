import decideFlag from "#tools/moderation/texts/decide-flag.ts";
import listFlags from "#tools/moderation/texts/list-flags.ts";
import { flagWords } from "#tools/moderation/texts/rules.ts";
import { html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { defineCasePage, movedPage, outcomeWords } from "./case-list.ts";

const path = "/team/reports/flags";
const flagOutcomes = { ...outcomeWords, gone: "the sentence was removed" };
const dismissed = { value: "dismissed", label: "Nothing is wrong" };

export const flagsPage = defineCasePage({
  path,
  name: "team_flags",
  kind: "flag",
  title: "Flagged text",
  lead: "Sentences that address assistants or ask for votes, and names that resemble those of older listings. Slipway finds such text within ten minutes. The text stays public until you decide. A flag disappears when its sentence is removed.",
  above: html`<p><a href="/team/reports">Reports</a></p>`,
  operation: listFlags,
  kinds: flagWords,
  noun: ["flag", "flags"],
  empty: "There are no open flags. Slipway checks changed text every ten minutes.",
  notices: {
    told: "We have notified any owners and closed the flag.",
    dismissed: "Flag closed. This sentence will not be flagged again.",
  },
  bulk: {
    list: "flags",
    options: [
      { value: "decide_flag:told", label: "Ask the owners to change the texts" },
      { value: "decide_flag:dismissed", label: "Nothing is wrong" },
      { value: "suspend_listing", label: "Suspend the listings" },
    ],
    hint: "Owners whom you notify will receive this reason.",
    itemOf: (operation, [id, slug]) => (operation === "decide_flag" ? { flag_id: Number(id) } : { slug: slug! }),
  },

  decide(visit, form) {
    const [flag, outcome] = [form.text("flag_id"), form.text("outcome") as "told" | "dismissed"];
    const input = { flag_id: Number(flag), outcome, reason: form.text("reason") };
    return { matter: flag, done: outcome, call: visit.call(decideFlag, input) };
  },

  toCase({ flag_id: id, source, slug, name, kind, field, sentence, found_at, outcome, decided_at, reason }) {
    const isListing = source === "listing";
    return {
      id,
      matter: String(id),
      parts: isListing ? slug : undefined,
      name: `${name}, ${field}`,
      head: html`<a href="${isListing ? `/team/listings/${slug}` : `/blog/${slug}`}">${name}</a> <span class="tag">${flagWords[kind]}</span>`,
      hint: outcome
        ? html`${field}, ${timeOf(decided_at!)}: ${flagOutcomes[outcome]}. ${reason}`
        : html`${field}, ${timeOf(found_at)}`,
      details: html`<p class="said">${sentence}</p>`,
      form: {
        values: { flag_id: id },
        options: isListing ? [{ value: "told", label: "Ask the owners to change the text" }, dismissed] : [dismissed],
        hint: "If you notify the owners, they will receive this reason.",
        button: "Close flag",
        more: isListing && html` <a class="button" href="/team/listings/${slug}">Suspend instead</a>`,
      },
    };
  },
});

export const formerFlagsPage = movedPage("/team/marks", "team_marks_moved", path);
