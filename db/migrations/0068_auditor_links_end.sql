ALTER TABLE "auditor_links" DROP CONSTRAINT "auditor_links_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "auditor_links" DROP CONSTRAINT "auditor_links_billing_id_billings_id_fk";
--> statement-breakpoint
ALTER TABLE "auditor_links" ADD CONSTRAINT "auditor_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditor_links" ADD CONSTRAINT "auditor_links_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;