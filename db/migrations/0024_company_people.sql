CREATE TABLE "company_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "company_invitations_role_known" CHECK ("company_invitations"."role" in ('view', 'adopt', 'pay'))
);
--> statement-breakpoint
DROP INDEX "billings_one_draft";--> statement-breakpoint
DROP INDEX "billings_one_hold";--> statement-breakpoint
ALTER TABLE "billing_events" ADD COLUMN "person" text;--> statement-breakpoint
ALTER TABLE "billings" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "member_of" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "member_role" text;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_email" ON "company_invitations" USING btree ("account_id",lower("email"));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_member_of_users_id_fk" FOREIGN KEY ("member_of") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_member_of" ON "users" USING btree ("member_of") WHERE "users"."member_of" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "billings_one_draft" ON "billings" USING btree (coalesce("made_by", "user_id")) WHERE "billings"."state" = 'draft' and "billings"."channel" = 'dashboard';--> statement-breakpoint
CREATE UNIQUE INDEX "billings_one_hold" ON "billings" USING btree (coalesce("made_by", "user_id")) WHERE "billings"."state" = 'held';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_member_has_role" CHECK (("users"."member_of" is null) = ("users"."member_role" is null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_member_role_known" CHECK ("users"."member_role" in ('view', 'adopt', 'pay'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_member_registered" CHECK ("users"."member_of" is null or "users"."kind" = 'registered');--> statement-breakpoint
-- A colleague joins when the account is created and leaves when it is deleted, so that the owner of a company never is a
-- colleague, whatever runs at the same time.
CREATE FUNCTION users_member_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'users.member_of does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_member_of';
  END IF;
  IF EXISTS (SELECT FROM users WHERE id = NEW.member_of AND (member_of IS NOT NULL OR kind <> 'registered')) THEN
    RAISE EXCEPTION 'a colleague has no colleagues' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_member_of';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER users_member_of_inserted BEFORE INSERT ON users FOR EACH ROW WHEN (NEW.member_of IS NOT NULL) EXECUTE FUNCTION users_member_of();--> statement-breakpoint
CREATE TRIGGER users_member_of_changed BEFORE UPDATE OF member_of ON users FOR EACH ROW WHEN (OLD.member_of IS DISTINCT FROM NEW.member_of) EXECUTE FUNCTION users_member_of();
