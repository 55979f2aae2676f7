/** A model of the ownership rules without a database, to compare with the server. */

export interface Person {
  mayEdit: boolean;
  via: "submitted" | "claim" | "invitation" | "team";
  by?: number;
}

interface Invitation {
  by: number;
  isOpen: boolean;
}

export class Ownership {
  readonly people = new Map<number, Person>();
  readonly proved = new Set<number>();
  readonly invitations = new Map<string, Invitation>();
  /** Accounts that proved the company while another account had proved it. */
  readonly disputes = new Set<number>();

  mayEdit = (who: number) => this.people.get(who)?.mayEdit === true;

  /** Returns whether access rests on a proof: the account's own, or that of the account that invited it, and so on. */
  isSupported(who: number, through: number[] = []): boolean {
    if (this.proved.has(who)) return true;
    const person = this.people.get(who);
    // Two people can have invited each other, one after the other.
    if (!person?.mayEdit || person.by === undefined || through.includes(who)) return false;
    return this.isSupported(person.by, [...through, who]);
  }

  submit(who: number): void {
    if (!this.people.has(who)) this.people.set(who, { mayEdit: true, via: "submitted" });
  }

  /** Returns whether the invitation can be accepted, and what it gives. */
  accept(token: string, who: number): boolean {
    const invitation = this.invitations.get(token)!;
    if (!invitation.isOpen) return false;
    const person = this.people.get(who);
    const source = { mayEdit: true, via: "invitation", by: invitation.by } as const;
    if (person && !person.mayEdit && !this.proved.has(invitation.by)) return false;
    invitation.isOpen = false;
    if (!person?.mayEdit) this.people.set(who, source);
    return true;
  }

  prove(who: number): void {
    if (!this.mayEdit(who) && this.proved.size > 0) this.disputes.add(who);
    else this.#apply(who);
  }

  #apply(who: number): void {
    if (!this.mayEdit(who)) this.people.set(who, { mayEdit: true, via: "claim" });
    this.proved.add(who);
    this.disputes.delete(who);
    // Decided for all first, because support is passed on by those who may edit.
    const unsupported = [...this.people].filter(
      ([id, { mayEdit, via }]) => mayEdit && via !== "team" && !this.isSupported(id),
    );
    for (const [, person] of unsupported) person.mayEdit = false;
    this.#voidInvitations();
  }

  /** Ends the access of an account and of everyone invited through it, unless another proof supports it. */
  #lose(who: number): void {
    const lost = new Set([who]);
    for (let size = 0; size < lost.size; ) {
      size = lost.size;
      for (const [id, { by }] of this.people) if (by !== undefined && lost.has(by)) lost.add(id);
    }
    const unsupported = [...lost].filter((id) => this.mayEdit(id) && !this.isSupported(id));
    for (const id of unsupported) this.people.get(id)!.mayEdit = false;
    this.#voidInvitations();
  }

  #voidInvitations(): void {
    for (const invitation of this.invitations.values()) if (!this.mayEdit(invitation.by)) invitation.isOpen = false;
  }

  endProof(who: number): void {
    this.proved.delete(who);
    if (this.people.get(who)?.via === "claim") this.#lose(who);
  }

  decide(who: number, isGranted: boolean): void {
    if (isGranted) {
      const losers = [...this.proved];
      this.proved.clear();
      for (const loser of losers) if (!this.mayEdit(who) || this.people.get(loser)?.via === "claim") this.#lose(loser);
      this.#apply(who);
    } else {
      this.disputes.delete(who);
      this.#lose(who);
    }
  }

  canRemove(by: number, target: number): boolean {
    if (this.proved.has(target) && this.proved.size === 1) return false;
    if (by === target) return this.people.size > 1;
    return this.mayEdit(by) && this.proved.has(by) && !this.proved.has(target);
  }

  remove(who: number): void {
    if (this.proved.has(who)) this.endProof(who);
    this.people.delete(who);
    this.#voidInvitations();
  }

  restore(who: number): void {
    this.people.set(who, { mayEdit: true, via: "team" });
  }
}
