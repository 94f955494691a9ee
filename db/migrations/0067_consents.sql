CREATE TABLE "consents" (
	"billing_id" uuid PRIMARY KEY NOT NULL,
	"terms_since" timestamp with time zone NOT NULL,
	"privacy_since" timestamp with time zone NOT NULL,
	"locale" text NOT NULL,
	"channel" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_channel_known" CHECK ("consents"."channel" in ('email', 'phone', 'paper'))
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_billing_id_billings_id_fk" FOREIGN KEY ("billing_id") REFERENCES "public"."billings"("id") ON DELETE cascade ON UPDATE no action;