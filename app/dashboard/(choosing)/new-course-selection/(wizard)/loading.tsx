export { WizardLoading as default } from '@/components/checkout/wizard/wizard-page';
