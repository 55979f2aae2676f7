import { type Html, html } from "../../frame/html.ts";
import { logo } from "../../frame/logo.ts";

export const portrait = ({ name, photo_url }: { name: string; photo_url: string | null }, size: 40 | 56 | 96): Html =>
  html`<span class="portrait">${logo({ name, logo_url: photo_url }, size)}</span>`;
