import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** Logs COUNT numbered messages with log4j, as its configuration says: {@code Log4j.java WORD COUNT}. */
public class Log4j {
    public static void main(String[] arguments) {
        String word = arguments[0];
        int count = Integer.parseInt(arguments[1]);
        Logger logger = LogManager.getLogger("shop");
        Level[] levels = {Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR, Level.FATAL};
        for (int number = 0; number < count; number++) {
            if (number % 100 == 50) {
                logger.error(word + " number " + number + " failed", new IllegalStateException("boom of " + number));
            } else {
                logger.log(levels[number % 5], word + " number " + number);
            }
        }
        LogManager.shutdown();
    }
}
