/** The name of the file with a sponsor's own data. @param date YYYY-MM-DD */
export const ownDataFileName = (date: string): string => `seat_adoption_data_${date}.json`;
