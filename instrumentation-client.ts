import { watchTraversals } from '@/components/guard/traversals';

watchTraversals();
